import type { SleepTimer } from './player-store.ts';

const fadeSeconds = 10;

/** The choices, in minutes. */
export const sleepMinutes = [5, 10, 15, 30] as const;

type Playing = { position: number; duration: number; speed: number };

/** How long it still sounds, in seconds of the listener; null without a timer. */
export const secondsToSleep = (
  timer: SleepTimer | null,
  { position, duration, speed }: Playing,
  now: number,
): number | null => {
  if (timer === null) return null;
  if (timer === 'end') return Math.max(0, (duration - position) / speed);
  return timer.endsAt === null ? timer.minutes * 60 : Math.max(0, (timer.endsAt - now) / 1000);
};

/** The share of the volume by then: over the last seconds it goes down to nothing. */
export const fadeAt = (seconds: number | null): number => (seconds === null ? 1 : Math.min(1, seconds / fadeSeconds));
