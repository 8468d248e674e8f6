import type { SleepTimer } from './player-store.ts';

const fadeSeconds = 10;

/** Choices in minutes. */
export const sleepMinutes = [5, 10, 15, 30] as const;

type Playback = { position: number; duration: number; speed: number };

/** Returns the remaining playback time in seconds. Null without a timer. */
export const secondsUntilSleep = (
  timer: SleepTimer | null,
  { position, duration, speed }: Playback,
  now: number,
): number | null => {
  if (timer === null) return null;
  if (timer === 'end') return Math.max(0, (duration - position) / speed);
  return timer.endsAt === null ? timer.minutes * 60 : Math.max(0, (timer.endsAt - now) / 1000);
};

/** Volume factor: fades to 0 in the last seconds. */
export const fadeAt = (seconds: number | null): number => (seconds === null ? 1 : Math.min(1, seconds / fadeSeconds));
