import { useSyncExternalStore } from 'react';
import { ago, formatDateTime } from '../lib/locale.ts';
import { createStore } from '../lib/store.ts';

const tickMilliseconds = 30_000;
const tick = (): void => clock.set(Date.now());

// One timer for all times on the screen, because a timer per card would wake a long feed hundreds of times a minute.
const clock = createStore(Date.now(), () => {
  tick();
  const timer = setInterval(tick, tickMilliseconds);
  return () => clearInterval(timer);
});

// The server runs for days without a timer.
const readClock = (): number => (import.meta.env.SSR ? Date.now() : clock.get());

/** The time in milliseconds since 1970, updated twice a minute. */
export const useClock = (): number => useSyncExternalStore(clock.subscribe, readClock, readClock);

/** A text about a time. Rerenders only when the text changes, not on each tick. */
export const useTimeText = (formatAt: (now: Date) => string): string => {
  const readText = () => formatAt(new Date(readClock()));
  return useSyncExternalStore(clock.subscribe, readText, readText);
};

/**
 * Returns the attributes of an element whose tooltip is the exact time. The server does not know the reader's time zone,
 * so `app/before-paint.ts` adds the tooltip to its HTML.
 */
export const dateTimeTitle = (at: string) => ({
  'data-date-time': at,
  title: import.meta.env.SSR ? undefined : formatDateTime(at),
});

/** Example: "3 minutes ago". */
export const RelativeTime = ({ at, className }: { at: string; className?: string }) => {
  const text = useTimeText((now) => timeSince(at, now));
  return (
    <time dateTime={at} {...dateTimeTitle(at)} className={className} suppressHydrationWarning>
      {text}
    </time>
  );
};

const minutesInDay = 24 * 60;
const minutesInMonth = 30 * minutesInDay;
const monthsInYear = 12;

/** Minutes by the local clock: a day with a clock change still counts as 24 hours. */
const minutesBetween = (earlier: Date, later: Date): number => {
  const seconds = Math.trunc((later.getTime() - earlier.getTime()) / 1000);
  return Math.round(seconds / 60 - (later.getTimezoneOffset() - earlier.getTimezoneOffset()));
};

/** Whole calendar months. A month that starts on one of its last days is complete on the last days of February. */
const monthsBetween = (earlier: Date, later: Date): number => {
  const months = (later.getFullYear() - earlier.getFullYear()) * monthsInYear + later.getMonth() - earlier.getMonth();
  const shifted = new Date(later);
  if (shifted.getMonth() === 1 && shifted.getDate() > 27) shifted.setDate(30);
  shifted.setMonth(shifted.getMonth() - months);
  return shifted < earlier ? months - 1 : months;
};

const yearsAgo = (months: number): string => {
  const years = Math.trunc(months / monthsInYear);
  const rest = months % monthsInYear;
  if (rest < 3) return `about ${ago(years, 'year')}`;
  return rest < 9 ? `over ${ago(years, 'year')}` : `almost ${ago(years + 1, 'year')}`;
};

/** Example: "about 2 hours ago". The precision depends on the distance. */
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

/** Example: "3 minutes ago". A time ahead of this device's clock counts as now. */
const timeSince = (at: string, now: Date): string => {
  const moment = new Date(at);
  return timeAgo(moment, now < moment ? moment : now);
};
