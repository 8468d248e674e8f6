import { CalendarDays, Flower2, HandHeart, Leaf, MessageCircle, NotebookPen } from 'lucide-react';
import { productName } from '../../lib/product.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import morningUrl from './morning.svg';
import { WaitlistCard } from './waitlist-form.tsx';

const places = [
  {
    icon: MessageCircle,
    title: 'A feed without a hurry',
    text: 'Say how it is, read how it is for others. Newest first, nothing pushed, nothing hidden by a machine.',
  },
  {
    icon: Flower2,
    title: 'Sittings for any hour',
    text: 'Guided meditations for the morning, for the train, for three at night.',
  },
  {
    icon: NotebookPen,
    title: 'Questions worth a page',
    text: 'Journal prompts by theme. What you write in answer is for your eyes only.',
  },
  {
    icon: Leaf,
    title: 'A wall of small thanks',
    text: 'Paper notes for the ordinary good: the bus that waited, the soup, the phone call.',
  },
  {
    icon: CalendarDays,
    title: 'Times to meet',
    text: 'Walks, circles and quiet evenings, listed in your own time zone.',
  },
  {
    icon: HandHeart,
    title: 'Kindness with a spine',
    text: 'Clear rules, real people who look after them, and crisis lines one press away on every page.',
  },
] as const;

const promises = [
  { title: 'No advertising', text: 'Nobody pays us for your attention, so nothing here is built to take it.' },
  { title: 'No strangers in the room', text: 'No page talks to anyone but us: no trackers, no borrowed scripts.' },
  { title: 'Yours to take along', text: 'Take out everything you ever gave, or have it removed, whenever you wish.' },
] as const;

export function WaitlistScreen() {
  return (
    <>
      <PageTitle>Room to breathe, people to talk to</PageTitle>
      <meta
        name="description"
        content="A calm members’ community for mental health and wellness. Share how it is, sit together, keep what helps. Join the waitlist."
      />
      <WaitlistHero />
      <div className="mx-auto grid max-w-300 gap-12 px-4 pb-16 sm:px-6 md:pb-24 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-16">
        <div className="order-2 flex flex-col gap-16 lg:order-1 lg:pt-16">
          <section aria-labelledby="places">
            <h2 id="places" className="text-2xl">
              What grows here
            </h2>
            <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
              {places.map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <span className="inline-flex size-11 items-center justify-center rounded-full bg-primary-soft text-primary">
                    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                  </span>
                  <h3 className="mt-3 text-lg">{title}</h3>
                  <p className="mt-1.5 text-muted">{text}</p>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="promises" className="border-t border-line pt-10">
            <h2 id="promises" className="text-xl">
              Three promises
            </h2>
            <dl className="mt-6 flex flex-col gap-5">
              {promises.map(({ title, text }) => (
                <div key={title} className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
                  <dt className="font-semibold">{title}</dt>
                  <dd className="text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <WaitlistCard />
      </div>
    </>
  );
}

/** The first thing a visitor sees: the common at morning, and one sentence. */
function WaitlistHero() {
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
