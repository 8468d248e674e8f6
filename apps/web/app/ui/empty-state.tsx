import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Landscape } from './landscape.tsx';
import booksUrl from './pictures/books.svg';
import commonUrl from './pictures/common.svg';
import connectionsUrl from './pictures/connections.svg';
import conversationUrl from './pictures/conversation.svg';
import doorUrl from './pictures/door.svg';
import eventsUrl from './pictures/events.svg';
import gratitudeUrl from './pictures/gratitude.svg';
import journalUrl from './pictures/journal.svg';
import lanternUrl from './pictures/lantern.svg';
import leaderboardUrl from './pictures/leaderboard.svg';
import lostUrl from './pictures/lost.svg';
import nightUrl from './pictures/night.svg';
import offlineUrl from './pictures/offline.svg';
import podcastsUrl from './pictures/podcasts.svg';
import profileUrl from './pictures/profile.svg';
import searchUrl from './pictures/search.svg';
import shelfUrl from './pictures/shelf.svg';
import winsUrl from './pictures/wins.svg';

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  picture?: PictureName;
  /** A button or link: the next step. */
  action?: ReactNode;
  headingLevel?: 'h1' | 'h2' | 'h3';
};

export function EmptyState({ title, text, picture = 'common', action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-4 text-center md:py-12">
      <Picture name={picture} className="w-full max-w-56 md:max-w-72" />
      <Heading className={classNames('mt-4 wrap-anywhere md:mt-6', Heading === 'h3' ? '-mx-4 text-lg' : 'text-xl')}>
        {title}
      </Heading>
      {text !== undefined && <div className="mt-2 max-w-[46ch] text-balance text-muted">{text}</div>}
      {Boolean(action) && <div className="mt-4 md:mt-6">{action}</div>}
    </div>
  );
}

/** The drawing on the hills, and the position of the sun or moon in the sky, inside the oval and clear of the drawing. */
const pictures = {
  books: { url: booksUrl, at: { x: 98, y: 58, radius: 17 }, light: undefined },
  common: { url: commonUrl, at: { x: 160, y: 62, radius: 20 }, light: undefined },
  connections: { url: connectionsUrl, at: { x: 160, y: 48, radius: 18 }, light: undefined },
  conversation: { url: conversationUrl, at: { x: 246, y: 70, radius: 15 }, light: undefined },
  door: { url: doorUrl, at: { x: 226, y: 60, radius: 18 }, light: undefined },
  events: { url: eventsUrl, at: { x: 234, y: 60, radius: 17 }, light: undefined },
  gratitude: { url: gratitudeUrl, at: { x: 104, y: 54, radius: 15 }, light: undefined },
  journal: { url: journalUrl, at: { x: 104, y: 58, radius: 18 }, light: undefined },
  lantern: { url: lanternUrl, at: { x: 222, y: 56, radius: 18 }, light: 'moon' },
  leaderboard: { url: leaderboardUrl, at: { x: 104, y: 52, radius: 17 }, light: undefined },
  lost: { url: lostUrl, at: { x: 232, y: 58, radius: 18 }, light: undefined },
  night: { url: nightUrl, at: { x: 232, y: 62, radius: 18 }, light: 'moon' },
  offline: { url: offlineUrl, at: { x: 96, y: 66, radius: 17 }, light: undefined },
  podcasts: { url: podcastsUrl, at: { x: 98, y: 60, radius: 17 }, light: undefined },
  profile: { url: profileUrl, at: { x: 240, y: 66, radius: 17 }, light: undefined },
  search: { url: searchUrl, at: { x: 96, y: 62, radius: 17 }, light: undefined },
  shelf: { url: shelfUrl, at: { x: 80, y: 74, radius: 15 }, light: undefined },
  wins: { url: winsUrl, at: { x: 222, y: 58, radius: 18 }, light: undefined },
} as const;

export type PictureName = keyof typeof pictures;

/** A decorative drawing without a frame, hidden from screen readers. It fades into the background. */
export function Picture({ name, className }: { name: PictureName; className?: string }) {
  const { url, at, light } = pictures[name];
  return (
    <div className={classNames('relative aspect-8/5 bg-sky fades-out forced-color-adjust-none', className)}>
      <Landscape at={at} light={light} className="absolute inset-0 size-full" />
      <img src={url} alt="" width={320} height={200} className="absolute inset-0 size-full" />
    </div>
  );
}
