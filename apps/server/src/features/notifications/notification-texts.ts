import { textsOfKinds } from '@commons/contract/contribution-kinds';
import type { Notification } from '@commons/contract/notifications/schemas';
import { nameForStranger, nameInMail } from '../../platform/mail/names.ts';

const subjectNames: Record<string, string> = {
  ...textsOfKinds('owned'),
  meditation: 'a meditation',
};

const threadNames: Record<string, string> = {
  ...textsOfKinds('discussed'),
  meditation: 'a meditation you commented on',
};

type Recipient = {
  /** Whether the recipient's address is confirmed. If not, it may be a stranger's. */
  isConfirmed: boolean;
};

type Actor = Notification['actors'][number];

const nameOf = ({ displayName, firstName, lastName }: Actor, { isConfirmed }: Recipient): string =>
  isConfirmed
    ? nameInMail(displayName)
    : [firstName, lastName].flatMap((name) => nameForStranger(name) ?? []).join(' ') || 'Someone';

function actorNames({ actors, actorsCount }: Notification, recipient: Recipient): string {
  const [first] = actors;
  const name = first ? nameOf(first, recipient) : 'Someone';
  const others = actorsCount - 1;
  if (others <= 0) return name;
  return others === 1 ? `${name} and one other` : `${name} and ${others} others`;
}

/** Describes a notification in a sentence for a mail. A name is the only text of a member in it. */
export function sentenceOf(notification: Notification, recipient: Recipient): string {
  const { kind, subject } = notification;
  const actors = actorNames(notification, recipient);
  const subjectName = subjectNames[subject.type] ?? 'something you shared';
  switch (kind) {
    case 'liked':
      return subject.type === 'win' ? `${actors} cheered for ${subjectName}.` : `${actors} liked ${subjectName}.`;
    case 'commented':
      return `${actors} commented on ${subjectName}.`;
    case 'replied':
      return `${actors} also commented on ${threadNames[subject.type] ?? 'something you commented on'}.`;
    case 'connection_requested':
      return `${actors} would like to connect with you.`;
    case 'connection_accepted':
      return `${actors} accepted your request to connect.`;
    case 'event_place':
      return 'A place opened up for you at an event.';
    case 'event_changed':
      return 'An event you responded to has a new time or place.';
    case 'event_reminder':
      return 'An event you are going to starts within a day.';
    case 'event_cancelled':
      return 'An event you responded to was cancelled.';
    case 'message':
      return 'You have new messages.';
    case 'decision':
      return 'You have a message from the moderators.';
  }
}

/** Push texts. They contain no names and no member content, because others can see the device's screen. */
export const pushTexts: Record<Notification['kind'], string> = {
  liked: 'Someone liked what you shared.',
  commented: 'Someone commented on what you shared.',
  replied: 'Someone replied where you commented.',
  connection_requested: 'Someone would like to connect with you.',
  connection_accepted: 'Your connection request was accepted.',
  event_place: 'A place opened up for you at an event.',
  event_changed: 'An event changed.',
  event_reminder: 'An event starts soon.',
  event_cancelled: 'An event was cancelled.',
  message: 'You have new messages.',
  decision: 'You have a message from the moderators.',
};
