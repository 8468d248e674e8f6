import { Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { BreathingExercise } from './breathing-exercise.tsx';
import narrowUrl from './common-narrow.svg';
import wideUrl from './common-wide.svg';
import { WaitlistCard } from './waitlist-form.tsx';

const frame = 'mx-auto w-full max-w-300 px-4 sm:px-6';

/** Visitors also get this page at `/`. */
export default function WaitlistScreen() {
  return (
    <>
      <PageTitle>Room to breathe, people to talk to</PageTitle>
      <SharingHead
        path={paths.waitlist}
        title="Room to breathe, people to talk to"
        description="A calm members’ community for mental health and wellness. Say how you are, read how others are, and find someone to talk to."
      />
      <Welcome />
      <Inside />
      <AfterJoining />
      <Promises />
    </>
  );
}

/** The hero section: headline, sign-up button and picture. */
function Welcome() {
  return (
    <section className="relative isolate lg:pb-16">
      <div
        className={classNames(frame, 'lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-16 lg:pt-12')}
      >
        <div className="pt-8 md:pt-12 lg:pt-6">
          <p className="text-sm font-semibold text-primary">{productName}</p>
          <h1 className="mt-2 max-w-[20ch] text-3xl">Room to breathe, people to talk to</h1>
          <p className="mt-4 max-w-[40ch] text-lg text-muted">
            A calm place to say how you are, to read how others are, and to find someone to talk to.{' '}
            <span className="invited:hidden">Everyone who is 18 or over can join today.</span>
            <span className="not-invited:hidden">New members come by invitation.</span>
          </p>
          <a href={paths.signUp} className={classNames(buttonClass('primary', 'large'), 'mt-6 invited:hidden')}>
            Create your account
          </a>
          <a href="#join" className={classNames(buttonClass('primary', 'large'), 'mt-6 not-invited:hidden lg:hidden')}>
            Join the waitlist
          </a>
        </div>
        {/* Two versions of the picture, so that no person is cropped or too small. */}
        <picture className="-mx-4 block sm:-mx-6 lg:absolute lg:inset-x-0 lg:bottom-0 lg:-z-10 lg:mx-0">
          <source media="(min-width: 48rem)" srcSet={wideUrl} width={1440} height={420} />
          <img
            src={narrowUrl}
            alt=""
            width={720}
            height={470}
            fetchPriority="high"
            className="pointer-events-none h-auto w-full object-cover object-bottom select-none lg:max-h-140"
          />
        </picture>
        <WaitlistCard />
      </div>
    </section>
  );
}

function Inside() {
  return (
    <section aria-labelledby="inside" className={classNames(frame, 'pt-12 md:pt-16')}>
      <h2 id="inside" className="text-2xl">
        What it is like inside
      </h2>
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start lg:gap-8">
        <SamplePost />
        <BreathingExercise />
      </div>
      <p className="mt-6 max-w-[68ch] text-sm text-muted">
        There is a wall for what we are grateful for, too, and a place for small wins. There are guided meditations,
        journal prompts, books, podcasts and events.
      </p>
    </section>
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
    <section aria-labelledby="after" className={classNames(frame, 'pt-12 md:pt-16')}>
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
    <section aria-labelledby="promises" className={classNames(frame, 'py-12 md:py-16')}>
      <div className="border-t border-line pt-12 md:pt-16">
        <h2 id="promises" className="text-2xl">
          What you can count on
        </h2>
        <dl className="mt-6 grid gap-6 sm:grid-cols-3 sm:gap-8">
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

const author = { id: 'sample-ines', name: 'Ines Berg' };

const comments = [
  { id: 'sample-tomasz', name: 'Tomasz Reed', text: 'Some mornings that is everything. Thank you for telling us.' },
  { id: 'sample-amara', name: 'Amara Okoye', text: 'I went and sat by mine, because of you.' },
] as const;

/** A sample post without working buttons. */
function SamplePost() {
  return (
    <figure>
      <Card>
        <div className="flex items-center gap-3">
          <Avatar {...author} />
          <div>
            <p className="font-semibold">{author.name}</p>
            <p className="text-sm text-muted">Night-shift nurse · 20 minutes ago</p>
          </div>
        </div>
        <p className="mt-4 font-heading text-lg">
          Got up, opened the window, sat by it for five minutes. That was my whole morning, and it was enough.
        </p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3 text-sm text-muted">
          <span className="inline-flex items-center gap-2">
            <Heart size={20} strokeWidth={1.75} aria-hidden="true" className="fill-current text-apricot" />
            14 likes
          </span>
          <span className="inline-flex items-center gap-2">
            <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />2 comments
          </span>
        </p>
        <ul className="mt-4 flex flex-col gap-3">
          {comments.map(({ text, ...member }) => (
            <li key={member.id} className="flex items-start gap-3">
              <Avatar {...member} size="small" />
              <div className="rounded-control bg-sunk px-3 py-2 text-sm forced-colors:border">
                <p className="font-semibold">{member.name}</p>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <figcaption className="mt-2 text-xs text-muted">
        An example. The post and the people in it are made up.
      </figcaption>
    </figure>
  );
}
