const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Whole days between two moments by the calendar of this device; summer time makes some days longer. */
const daysBetween = (earlier: Date, later: Date): number => Math.round((dayOf(later) - dayOf(earlier)) / 86_400_000);

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const shortWeekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const longDate = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const longDateWithYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const numericDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });

export const timeOfDay = (at: string): string => clock.format(new Date(at));

/** A moment in the room of a list row: the time today, else the day. */
export const shortMoment = (at: string, now: Date = new Date()): string => {
  const moment = new Date(at);
  const days = daysBetween(moment, now);
  if (days <= 0) return clock.format(moment);
  if (days === 1) return 'Yesterday';
  if (days < 7) return shortWeekday.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? shortDate : numericDate).format(moment);
};

/** The heading above the messages of one day. */
export const dayLabel = (at: string, now: Date = new Date()): string => {
  const moment = new Date(at);
  const days = daysBetween(moment, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? longDate : longDateWithYear).format(moment);
};

export const isSameDay = (one: string, other: string): boolean => dayOf(new Date(one)) === dayOf(new Date(other));
