import type { Notification } from '@commons/contract/notifications';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';

const subjectTexts: Record<string, string> = {
  post: 'your post',
  win: 'your wellness win',
  recommendation: 'your recommendation',
  meditation: 'a meditation',
};

const threadTexts: Record<string, string> = {
  post: 'a post you commented on',
  meditation: 'a meditation you commented on',
};

const shelfPaths = { journal_prompt: paths.journalPrompts, book: paths.books, podcast: paths.podcasts } as const;

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
      return shelfPaths[subject.shelf ?? 'book'];
    case 'event':
      return paths.events;
    case 'decision':
      return paths.decisions;
    default:
      return kind === 'connection_accepted' && first ? paths.member(first.id) : paths.connectionRequests;
  }
}

/** Formats the actors: "Ana and 3 others". The text contains only the first name. */
function ActorNames({ actors, actorsCount }: Notification) {
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

const eventTitle = (title: string | null): ReactNode =>
  title === null ? 'An event' : <bdi className="font-semibold text-ink">{title}</bdi>;

/** Describes a notification in a sentence. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, subject, title } = notification;
  const actorNames = <ActorNames {...notification} />;
  const subjectText = subjectTexts[subject.type] ?? 'something you shared';
  switch (kind) {
    case 'liked':
      return (
        <>
          {actorNames} {subject.type === 'win' ? 'cheered for' : 'liked'} {subjectText}
        </>
      );
    case 'commented':
      return (
        <>
          {actorNames} commented on {subjectText}
        </>
      );
    case 'replied':
      return (
        <>
          {actorNames} also commented on {threadTexts[subject.type] ?? 'something you commented on'}
        </>
      );
    case 'connection_requested':
      return <>{actorNames} would like to connect with you</>;
    case 'connection_accepted':
      return <>{actorNames} accepted your request to connect</>;
    case 'event_place':
      return <>A place opened up for you at {eventTitle(title)}</>;
    case 'event_changed':
      return <>{eventTitle(title)} has a new time or place</>;
    case 'event_reminder':
      return <>{eventTitle(title)} starts soon</>;
    case 'event_cancelled':
      return <>{eventTitle(title)} was cancelled</>;
    case 'message':
      return <>You have new messages</>;
    case 'decision':
      return <>You have a message from the moderators</>;
  }
}
