import { useSyncExternalStore } from 'react';
import { formatMoment } from './locale.ts';
import { timeSince } from './time-ago.ts';

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
