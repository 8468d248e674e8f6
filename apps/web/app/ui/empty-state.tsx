import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
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
  /** A button or link: the one thing to do from here. */
  action?: ReactNode;
  headingLevel?: 'h1' | 'h2' | 'h3';
};

export function EmptyState({ title, text, picture = 'common', action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Picture name={picture} className="w-full max-w-72" />
      <Heading className="mt-6 text-xl">{title}</Heading>
      {text !== undefined && <div className="mt-2 max-w-[46ch] text-muted">{text}</div>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}

const pictures = {
  books: booksUrl,
  common: commonUrl,
  connections: connectionsUrl,
  conversation: conversationUrl,
  door: doorUrl,
  events: eventsUrl,
  gratitude: gratitudeUrl,
  journal: journalUrl,
  lantern: lanternUrl,
  leaderboard: leaderboardUrl,
  lost: lostUrl,
  night: nightUrl,
  offline: offlineUrl,
  podcasts: podcastsUrl,
  profile: profileUrl,
  search: searchUrl,
  shelf: shelfUrl,
  wins: winsUrl,
} as const;

export type PictureName = keyof typeof pictures;

/** One of our drawings: decoration, silent to screen readers; each carries its own colours for light and dark. */
export function Picture({ name, className }: { name: PictureName; className?: string }) {
  return <img src={pictures[name]} alt="" width={320} height={200} className={classNames('h-auto', className)} />;
}

export const pictureNames = Object.keys(pictures) as PictureName[];
