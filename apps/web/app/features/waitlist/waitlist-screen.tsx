import { type ReactNode, use } from 'react';
import { DocumentContext } from '../../lib/document.ts';
import { paths } from '../../lib/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { frameClass } from './frame-class.ts';
import { Hero } from './hero.tsx';
import { Inside } from './inside.tsx';
import { WaysToShare } from './ways-to-share.tsx';

const home = {
  title: 'Room to breathe, people to talk to',
  description:
    'A calm members’ community for mental health and wellness. Say how you are, read how others are, and find someone to talk to.',
};
const waitlist = {
  title: 'Join the waitlist',
  description:
    'Leave your name and email address, and we will write to you about joining a calm members’ community for mental health and wellness.',
};

/** Visitors also get this page at `/`, with its own title. */
export default function WaitlistScreen() {
  const { isVisitorHome = false, shortDescription } = use(DocumentContext);
  const { title, description } = isVisitorHome
    ? { ...home, description: shortDescription ?? home.description }
    : waitlist;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SharingHead path={paths.waitlist} title={title} description={description} />
      <Hero />
      <Inside />
      <WaysToShare />
      <AfterJoining />
      <Promises />
    </>
  );
}

const steps = [
  {
    title: 'You look around',
    text: 'Read for as long as you like. You never have to post.',
  },
  {
    title: 'You say how you are',
    text: 'To everyone in a post or a comment, or to one person in a message.',
  },
  {
    title: 'You choose how close people come',
    text: 'A first message from someone you do not know waits until you accept it. People you block are not told.',
  },
] as const;

function AfterJoining() {
  return (
    <section aria-labelledby="after" className={classNames(frameClass, 'pt-12 md:pt-16')}>
      <h2 id="after" className="text-2xl">
        What happens after you join
      </h2>
      <ol className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-8">
        <Step number={1}>
          <div className="invited:hidden">
            <h3 className="text-lg">You create an account</h3>
            <p className="mt-2 text-muted">A name, an email address and a password are all we ask for.</p>
          </div>
          <div className="not-invited:hidden">
            <h3 className="text-lg">We write to you</h3>
            <p className="mt-2 text-muted">As soon as there is a place for you, and not before.</p>
          </div>
        </Step>
        {steps.map(({ title, text }, index) => (
          <Step key={title} number={index + 2}>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </Step>
        ))}
      </ol>
    </section>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4 lg:flex-col">
      <span
        aria-hidden="true"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-primary-soft font-heading text-lg font-semibold text-primary"
      >
        {number}
      </span>
      <div>{children}</div>
    </li>
  );
}

const promises = [
  { title: 'No advertising', text: 'Nobody pays for your attention here, so nothing is built to take it.' },
  { title: 'No trackers', text: 'Our pages load nothing from other sites, and tell no one that you were here.' },
  { title: 'Help within reach', text: 'Crisis lines by country are one tap away on every page.' },
] as const;

function Promises() {
  return (
    <section aria-labelledby="promises" className={classNames(frameClass, 'py-12 md:py-16')}>
      <div className="border-t border-line pt-12 md:pt-16">
        <h2 id="promises" className="text-2xl">
          What you can count on
        </h2>
        <p className="mt-4 max-w-[60ch] text-lg text-muted">
          This is a commons, a place that people share and look after together: members keep to its{' '}
          <a href={paths.guidelines} className="text-primary underline underline-offset-4">
            guidelines
          </a>
          , and moderators, who are people and sometimes asleep, read what is reported.
        </p>
        <dl className="mt-8 grid gap-6 sm:grid-cols-3 sm:gap-8">
          {promises.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
