import type { Notification } from '@commons/contract/notifications';

const things: Record<string, string> = {
  post: 'your post',
  win: 'your wellness win',
  recommendation: 'your recommendation',
  meditation: 'a meditation',
};

const threads: Record<string, string> = {
  post: 'a post that you commented on',
  meditation: 'a meditation that you commented on',
};

/** A name within a sentence: without what could end a line, begin an address or turn the sentence around. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/gu, ' ')
    // Mail programs make links of what looks like an address.
    .replaceAll(/\b(?:https?:|www\.)\S*|\S+\.\S{2,}/giu, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80) || 'Somebody';

function who({ actors, actorsCount }: Notification): string {
  const [first] = actors;
  const name = first ? plainName(first.displayName) : 'Somebody';
  const others = actorsCount - 1;
  if (others <= 0) return name;
  return others === 1 ? `${name} and one other` : `${name} and ${others} others`;
}

/** What happened, in a sentence for a mail. Nothing that somebody wrote stands in it but their name. */
export function sentenceOf(notification: Notification): string {
  const { kind, subject } = notification;
  const thing = things[subject.type] ?? 'something of yours';
  switch (kind) {
    case 'liked':
      return subject.type === 'win'
        ? `${who(notification)} cheered for ${thing}.`
        : `${who(notification)} liked ${thing}.`;
    case 'commented':
      return `${who(notification)} commented on ${thing}.`;
    case 'replied':
      return `${who(notification)} also commented on ${threads[subject.type] ?? 'something that you commented on'}.`;
    case 'connection_requested':
      return `${who(notification)} would like to connect with you.`;
    case 'connection_accepted':
      return `${who(notification)} accepted your request to connect.`;
    case 'event_place':
      return 'A place came free for you at an event.';
    case 'event_changed':
      return 'An event that you answered is at another time or place.';
    case 'event_reminder':
      return 'An event that you go to begins within a day.';
    case 'event_cancelled':
      return 'An event that you answered does not take place.';
    case 'message':
      return 'You have new messages.';
    case 'decision':
      return 'There is a word from the moderators for you.';
  }
}

/** What a device shows, which others may look at: nobody’s name and nobody’s words. */
export const pushWords: Record<Notification['kind'], string> = {
  liked: 'Somebody liked what you shared.',
  commented: 'Somebody commented on what you shared.',
  replied: 'Somebody answered where you wrote.',
  connection_requested: 'Somebody would like to connect with you.',
  connection_accepted: 'A request of yours was accepted.',
  event_place: 'A place came free for you at an event.',
  event_changed: 'An event changed.',
  event_reminder: 'An event begins soon.',
  event_cancelled: 'An event was cancelled.',
  message: 'You have new messages.',
  decision: 'There is a word from the moderators.',
};
