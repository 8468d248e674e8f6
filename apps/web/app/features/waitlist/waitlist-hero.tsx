import { productName } from '../../lib/product.ts';
import morningUrl from './morning.svg';

/** The first thing a visitor sees: the common at morning, and one sentence. */
export function WaitlistHero() {
  return (
    <section className="relative isolate overflow-hidden bg-paper">
      <div className="relative z-10 mx-auto max-w-300 px-4 pt-12 sm:px-6 md:pt-20 lg:pt-24">
        <p className="text-sm font-semibold text-primary">{productName}</p>
        <h1 className="mt-3 max-w-[16ch] text-3xl md:text-[3.25rem] lg:text-[4rem] lg:leading-[1.04]">
          Room to breathe, people to talk to
        </h1>
        <p className="mt-5 max-w-[44ch] text-lg text-muted">
          A quiet common for the mind: open, green, with people about and nobody in a hurry. We open the gate a few
          people at a time, so that each of you is met.
        </p>
      </div>
      <img
        src={morningUrl}
        alt=""
        width={1440}
        height={560}
        fetchPriority="high"
        className="pointer-events-none -mt-8 block h-72 w-full object-cover object-[64%_100%] select-none md:-mt-44 md:h-120 lg:-mt-64 lg:h-140"
      />
    </section>
  );
}
