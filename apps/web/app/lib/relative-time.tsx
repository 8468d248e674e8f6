import { useSyncExternalStore } from 'react';
import { ago, formatMoment } from './locale.ts';

const tickMilliseconds = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

const tick = (): void => {
  now = Date.now();
  for (const listener of listeners) listener();
};

// One clock for every time on the screen: a timer per card would wake a long feed hundreds of times a minute.
const subscribeToClock = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, tickMilliseconds);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

// The server draws pages for days, and hears no tick.
const readClock = (): number => (import.meta.env.SSR ? Date.now() : now);

/** The time in milliseconds since 1970, twice a minute. */
export const useClock = (): number => useSyncExternalStore(subscribeToClock, readClock, readClock);

/** Words about a time, kept current: who shows them is drawn anew when they change, not with each turn of the clock. */
export const useWordsOfTime = (wordsAt: (now: Date) => string): string => {
  const words = () => wordsAt(new Date(readClock()));
  return useSyncExternalStore(subscribeToClock, words, words);
};

/** "3 minutes ago". The server does not know the reader's time zone, in which it is told to the minute. */
export const RelativeTime = ({ at, className }: { at: string; className?: string }) => {
  const words = useWordsOfTime((clock) => timeSince(at, clock));
  return (
    <time dateTime={at} title={import.meta.env.SSR ? undefined : formatMoment(at)} className={className}>
      {words}
    </time>
  );
};

const minutesInDay = 24 * 60;
const minutesInMonth = 30 * minutesInDay;
const monthsInYear = 12;

/** Minutes on the wall clock: a day in which it is changed counts as a day. */
const minutesBetween = (earlier: Date, later: Date): number => {
  const seconds = Math.trunc((later.getTime() - earlier.getTime()) / 1000);
  return Math.round(seconds / 60 - (later.getTimezoneOffset() - earlier.getTimezoneOffset()));
};

/** Whole months of the calendar; what began on the last days of a month is whole on the last days of February. */
const monthsBetween = (earlier: Date, later: Date): number => {
  const months = (later.getFullYear() - earlier.getFullYear()) * monthsInYear + later.getMonth() - earlier.getMonth();
  const moved = new Date(later);
  if (moved.getMonth() === 1 && moved.getDate() > 27) moved.setDate(30);
  moved.setMonth(moved.getMonth() - months);
  return moved < earlier ? months - 1 : months;
};

const yearsAgo = (months: number): string => {
  const years = Math.trunc(months / monthsInYear);
  const rest = months % monthsInYear;
  if (rest < 3) return `about ${ago(years, 'year')}`;
  return rest < 9 ? `over ${ago(years, 'year')}` : `almost ${ago(years + 1, 'year')}`;
};

/** "about 2 hours ago": how exact it is depends on how long ago it was. */
export const timeAgo = (earlier: Date, later: Date): string => {
  const minutes = minutesBetween(earlier, later);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 45) return ago(minutes, 'minute');
  if (minutes < minutesInDay) return `about ${ago(Math.round(minutes / 60), 'hour')}`;
  if (minutes < 42 * 60) return ago(1, 'day');
  if (minutes < minutesInMonth) return ago(Math.round(minutes / minutesInDay), 'day');
  const months = Math.round(minutes / minutesInMonth);
  if (minutes < 2 * minutesInMonth) return `about ${ago(months, 'month')}`;
  const wholeMonths = monthsBetween(earlier, later);
  return wholeMonths < monthsInYear ? ago(months, 'month') : yearsAgo(wholeMonths);
};

/** "3 minutes ago". A moment ahead of this device's clock counts as now, never as the future. */
const timeSince = (at: string, now: Date): string => {
  const moment = new Date(at);
  return timeAgo(moment, now < moment ? moment : now);
};
