import type { Meditation } from '@commons/contract/meditations/schemas';
import { createStore, useStore } from '../../lib/store.ts';

/** `waiting`: playback was requested, but the audio has not arrived yet. */
type PlayerStatus = 'paused' | 'waiting' | 'playing' | 'failed';

/**
 * Stops after some minutes of playback, which are counted from its start (`endsAt`), or at the end of the meditation.
 */
export type SleepTimer = { minutes: number; endsAt: number | null } | 'end';

/** A download to this device: in progress, or failed. */
export type Save = { share: number; controller: AbortController } | { failure: unknown };

export type PlayerState = {
  /** The current meditation. Null before the first and after closing. */
  meditation: Meditation | null;
  status: PlayerStatus;
  /** In seconds, like all durations. */
  position: number;
  duration: number;
  isLooping: boolean;
  speed: number;
  volume: number;
  sleepTimer: SleepTimer | null;
  /** Id of the meditation whose screen is open. */
  openScreenId: string | null;
  /** Downloads by meditation id. */
  saves: ReadonlyMap<string, Save>;
};

const emptyState = { meditation: null, status: 'paused', position: 0, duration: 0, sleepTimer: null } as const;

const player = createStore<PlayerState>({
  ...emptyState,
  isLooping: false,
  speed: 1,
  volume: 1,
  openScreenId: null,
  saves: new Map(),
});

export const readPlayer = player.get;

export const changePlayer = (changes: Partial<PlayerState>): void => player.set({ ...player.get(), ...changes });

/** Closes the meditation. Speed, volume and repeat stay. */
export const resetPlayer = (): void => changePlayer(emptyState);

/** Selects a part of the state. Rerenders only when that part changes. */
export const usePlayer = <Part>(select: (state: PlayerState) => Part): Part => useStore(player, select);

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
