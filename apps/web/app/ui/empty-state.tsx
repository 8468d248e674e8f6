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
    <div className="flex flex-col items-center px-4 py-8 text-center md:py-12">
      <Picture name={picture} className="w-full max-w-72" />
      <Heading className="mt-6 text-xl wrap-anywhere">{title}</Heading>
      {text !== undefined && <div className="mt-2 max-w-[46ch] text-balance text-muted">{text}</div>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** The drawing on the hills, and the position of the sun or moon in the sky. */
const pictures = {
  books: { url: booksUrl, at: { x: 250, y: 60, radius: 26 }, light: undefined },
  common: { url: commonUrl, at: { x: 84, y: 70, radius: 26 }, light: undefined },
  connections: { url: connectionsUrl, at: { x: 160, y: 56, radius: 24 }, light: undefined },
  conversation: { url: conversationUrl, at: { x: 236, y: 58, radius: 24 }, light: undefined },
  door: { url: doorUrl, at: { x: 160, y: 118, radius: 56 }, light: 'sun' },
  events: { url: eventsUrl, at: { x: 252, y: 52, radius: 24 }, light: undefined },
  gratitude: { url: gratitudeUrl, at: { x: 160, y: 44, radius: 24 }, light: undefined },
  journal: { url: journalUrl, at: { x: 70, y: 64, radius: 24 }, light: undefined },
  lantern: { url: lanternUrl, at: { x: 160, y: 112, radius: 40 }, light: 'sun' },
  leaderboard: { url: leaderboardUrl, at: { x: 160, y: 52, radius: 22 }, light: undefined },
  lost: { url: lostUrl, at: { x: 248, y: 64, radius: 24 }, light: undefined },
  night: { url: nightUrl, at: { x: 224, y: 58, radius: 26 }, light: 'moon' },
  offline: { url: offlineUrl, at: { x: 92, y: 72, radius: 24 }, light: undefined },
  podcasts: { url: podcastsUrl, at: { x: 60, y: 58, radius: 22 }, light: undefined },
  profile: { url: profileUrl, at: { x: 246, y: 60, radius: 24 }, light: undefined },
  search: { url: searchUrl, at: { x: 74, y: 60, radius: 24 }, light: undefined },
  shelf: { url: shelfUrl, at: { x: 60, y: 56, radius: 22 }, light: undefined },
  wins: { url: winsUrl, at: { x: 76, y: 78, radius: 24 }, light: undefined },
} as const;

export type PictureName = keyof typeof pictures;

/** A decorative drawing without a frame, hidden from screen readers. It fades into the background. */
export function Picture({ name, className }: { name: PictureName; className?: string }) {
  const { url, at, light } = pictures[name];
  return (
    <div className={classNames('relative aspect-8/5 fades-out', className)}>
      <Landscape at={at} light={light} className="absolute inset-0 size-full" />
      <img src={url} alt="" width={320} height={200} className="absolute inset-0 size-full" />
    </div>
  );
}
