import { useSyncExternalStore } from 'react';
import { formatMoment } from './locale.ts';
import { timeAgo } from './time-ago.ts';

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

const readClock = (): number => now;

/** "3 minutes ago", kept current. A moment ahead of this device's clock counts as now, never as the future. */
export const RelativeTime = ({ at, className }: { at: string; className?: string }) => {
  const clock = useSyncExternalStore(subscribeToClock, readClock, readClock);
  const moment = new Date(at);
  const current = new Date(Math.max(clock, moment.getTime()));
  return (
    <time dateTime={at} title={formatMoment(at)} className={className}>
      {timeAgo(moment, current)}
    </time>
  );
};
