import type { Notification } from '@commons/contract/notifications/schemas';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { andOthers, commentedTexts, likedTexts, repliedTexts } from './notifications.texts.ts';

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
      return `${shelfPaths[subject.shelf ?? 'book']}?from=members`;
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
  return (
    <>
      <bdi className="font-semibold text-ink">{first?.displayName ?? 'Someone'}</bdi>
      {andOthers(actorsCount - 1)}
    </>
  );
}

const eventTitle = (title: string | null): ReactNode =>
  title === null ? 'An event' : <bdi className="font-semibold text-ink">{title}</bdi>;

/** Describes a notification in a sentence. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, subject, title } = notification;
  const actorNames = <ActorNames {...notification} />;
  switch (kind) {
    case 'liked':
      return (
        <>
          {actorNames} {likedTexts[subject.type] ?? 'liked something you shared'}
        </>
      );
    case 'commented':
      return (
        <>
          {actorNames} {commentedTexts[subject.type] ?? 'commented on something you shared'}
        </>
      );
    case 'replied':
      return (
        <>
          {actorNames} {repliedTexts[subject.type] ?? 'also commented on something you commented on'}
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
