import type { Notification } from '@commons/contract/notifications';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';

const things: Record<string, string> = {
  post: 'your post',
  win: 'your wellness win',
  recommendation: 'your recommendation',
  meditation: 'a meditation',
};

const threads: Record<string, string> = {
  post: 'a post you commented on',
  meditation: 'a meditation you commented on',
};

const shelves = { journal_prompt: paths.journalPrompts, book: paths.books, podcast: paths.podcasts } as const;

/** Returns the path that a notification leads to. */
export function pathOf({ kind, subject, actors }: Notification): string {
  const [first] = actors;
  switch (subject.type) {
    case 'post':
      return paths.post(subject.id);
    case 'win':
      return paths.wellnessWins;
    case 'meditation':
      return paths.meditation(subject.id);
    case 'recommendation':
      return shelves[subject.shelf ?? 'book'];
    case 'event':
      return paths.events;
    case 'decision':
      return paths.decisions;
    default:
      return kind === 'connection_accepted' && first ? paths.member(first.id) : paths.connectionRequests;
  }
}

/** Formats the actors: "Ana and 3 others". The text contains only the first name. */
function Who({ actors, actorsCount }: Notification) {
  const [first] = actors;
  const others = actorsCount - 1;
  return (
    <>
      <bdi className="font-semibold text-ink">{first?.displayName ?? 'Someone'}</bdi>
      {others === 1 && ' and one other'}
      {others > 1 && ` and ${formatCount(others)} others`}
    </>
  );
}

const titled = (title: string | null): ReactNode =>
  title === null ? 'An event' : <bdi className="font-semibold text-ink">{title}</bdi>;

/** Describes a notification in a sentence. */
export function Sentence({ notification }: { notification: Notification }) {
  const { kind, subject, title } = notification;
  const who = <Who {...notification} />;
  const thing = things[subject.type] ?? 'something you shared';
  switch (kind) {
    case 'liked':
      return (
        <>
          {who} {subject.type === 'win' ? 'cheered for' : 'liked'} {thing}
        </>
      );
    case 'commented':
      return (
        <>
          {who} commented on {thing}
        </>
      );
    case 'replied':
      return (
        <>
          {who} also commented on {threads[subject.type] ?? 'something you commented on'}
        </>
      );
    case 'connection_requested':
      return <>{who} would like to connect with you</>;
    case 'connection_accepted':
      return <>{who} accepted your request to connect</>;
    case 'event_place':
      return <>A place opened up for you at {titled(title)}</>;
    case 'event_changed':
      return <>{titled(title)} has a new time or place</>;
    case 'event_reminder':
      return <>{titled(title)} starts soon</>;
    case 'event_cancelled':
      return <>{titled(title)} was cancelled</>;
    case 'message':
      return <>You have new messages</>;
    case 'decision':
      return <>You have a message from the moderators</>;
  }
}
