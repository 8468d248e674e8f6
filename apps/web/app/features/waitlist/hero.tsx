import { ChevronDown } from 'lucide-react';
import { use } from 'react';
import { DocumentContext } from '../../lib/document.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import narrowUrl from './common-narrow.svg';
import wideUrl from './common-wide.svg';
import { frameClass } from './frame-class.ts';
import { WaitlistCard } from './waitlist-form.tsx';
import { membersHere } from './waitlist.texts.ts';

/**
 * The hero section: headline, the one primary action and the picture. With open sign-up, the waitlist is folded at a
 * visitor's `/`. On desktop the section is tall enough for the form, so that nothing moves when it opens or is sent.
 */
export function Hero() {
  const { isVisitorHome = false, signUp, memberCount } = use(DocumentContext);
  const isFolded = isVisitorHome && signUp === 'open';
  return (
    <section className="relative isolate lg:min-h-[max(46rem,28rem+17.5vw)] lg:pb-16">
      <div
        className={classNames(
          frameClass,
          'lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-x-16 lg:pt-12',
        )}
      >
        <div className="pt-8 md:pt-12 lg:pt-6">
          <p className="text-sm font-semibold text-primary sm:sr-only">{productName}</p>
          <h1 className="mt-2 max-w-[20ch] text-3xl sm:mt-0 lg:text-4xl 2xl:text-5xl">
            Room to breathe, people to talk to
          </h1>
          <p className="mt-4 max-w-[40ch] text-lg text-muted lg:mt-6">
            A calm place to say how you are, to read how others are, and to find someone to talk to.
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 lg:mt-8">
            <a
              href="#join"
              className={classNames(buttonClass('primary', 'large'), 'lg:hidden', isFolded && 'not-invited:hidden')}
            >
              Join the waitlist
            </a>
            <a
              href={paths.signUp}
              className={classNames(
                isFolded
                  ? buttonClass('primary', 'large')
                  : 'inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4',
                'invited:hidden',
              )}
            >
              Create your account
            </a>
          </div>
          <p className="mt-4 max-w-[48ch] text-sm text-muted">
            <span className="invited:hidden">Everyone who is 18 or over can join today.</span>
            <span className="closed:hidden not-invited:hidden">New members come by invitation.</span>
            <span className="not-closed:hidden">We are not taking new members at the moment.</span>
            {memberCount !== undefined && <span className="block">{membersHere(memberCount)}</span>}
          </p>
          {isFolded && <FoldedWaitlist />}
        </div>
        {/* Two versions of the picture, so that no person is cropped or too small. Beside the card, the sun is further left. */}
        <picture className="-mx-4 block sm:-mx-6 lg:absolute lg:inset-x-0 lg:bottom-0 lg:-z-10 lg:mx-0">
          <source
            media="(min-width: 48rem)"
            srcSet={isFolded ? wideUrl : `${wideUrl}#beside-card`}
            width={1440}
            height={420}
          />
          <img
            src={narrowUrl}
            alt=""
            width={720}
            height={470}
            fetchPriority="high"
            className="pointer-events-none h-auto w-full object-cover object-bottom select-none lg:max-h-140"
          />
        </picture>
        {!isFolded && <WaitlistCard isMain className="-mt-4 lg:mt-0" />}
      </div>
    </section>
  );
}

/** On desktop the form opens in the free space beside the headline, elsewhere below its label. */
const FoldedWaitlist = () => (
  <details className="group/fold mt-2">
    <summary className="inline-flex group-has-data-joined/fold:hidden min-h-11 list-none items-center gap-1 rounded-control text-sm font-semibold text-primary underline underline-offset-4 [&::-webkit-details-marker]:hidden">
      Prefer an invitation?
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="transition-transform group-open/fold:rotate-180"
      />
    </summary>
    <div className="mt-2 group-open/fold:animate-arrive lg:absolute lg:end-[max(1.5rem,(100%-75rem)/2+1.5rem)] lg:top-12 lg:mt-0 lg:w-104">
      <WaitlistCard />
    </div>
  </details>
);
