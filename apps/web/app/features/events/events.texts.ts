import type { CommunityEvent, EventNotice } from '@commons/contract/events/schemas';
import { formatCount, plural } from '../../lib/locale.ts';
import { formatEventTime } from './event-times.ts';

/** State of an event, or of the member's response. */
export const eventTexts = {
  over: 'This event is over',
  going: 'You are going',
  waiting: 'You are on the waiting list',
} as const;

export const goingCount = (count: number): string => plural(count, { other: '# going' });

/** Describes the attendance: "8 of 10 places taken, 3 waiting". */
export const formatAttendance = ({ attendance, maxAttendees, isOver }: CommunityEvent): string => {
  const { going, waiting } = attendance;
  // The server knows who responded, but not who came.
  if (isOver) return plural(going, { none: eventTexts.over, other: '# said they would come' });
  if (maxAttendees === null) return goingCount(going);
  const taken = formatCount(going);
  const places = plural(maxAttendees, { one: `${taken} of # place taken`, other: `${taken} of # places taken` });
  return waiting > 0 ? `${places}, ${formatCount(waiting)} waiting` : places;
};

/** Explains the waiting list to a member on it, or to one without a response when all places are taken. */
export const explainWaitingList = ({ attendance, maxAttendees }: CommunityEvent): string | undefined => {
  if (attendance.mine === 'waiting') return 'If a place opens up and you are next, it is yours and you are notified.';
  const isFull = maxAttendees !== null && attendance.going >= maxAttendees;
  return isFull && attendance.mine === null
    ? 'All places are taken. They often open up again, so the list is worth joining.'
    : undefined;
};

/** Texts of the dialog that is shown before a member leaves while others are waiting. */
export const leavingTexts = {
  waiting: {
    title: 'Leave the waiting list',
    text: 'You lose your place in line. If you join again later, you start at the end.',
    confirmLabel: 'Leave the waiting list',
    cancelLabel: 'Keep waiting',
  },
  going: {
    title: 'Give up your place',
    text: 'Others are waiting. The next person gets your place right away.',
    confirmLabel: 'Give it up',
    cancelLabel: 'Keep my place',
  },
};

export const noticeTitles: Record<EventNotice['kind'], string> = {
  place: 'A place opened up',
  changed: 'An event changed',
  reminder: 'An event starts soon',
  cancelled: 'An event was cancelled',
};

const noticeTexts: Record<EventNotice['kind'], (title: string, when: string) => string> = {
  place: (title, when) => `You are going to “${title}” on ${when}.`,
  changed: (title, when) => `“${title}” is on ${when}. Please check the details.`,
  reminder: (title, when) => `“${title}” starts on ${when}.`,
  cancelled: (title, when) => `“${title}” on ${when} was cancelled.`,
};

export const describeNotice = ({ kind, title, eventDate }: EventNotice): string =>
  noticeTexts[kind](title, formatEventTime(eventDate));
