import type { Meditation } from '@commons/contract/meditations';
import { useSyncExternalStore } from 'react';

/** `waiting`: it should sound, and the audio has not arrived. */
type PlayerStatus = 'paused' | 'waiting' | 'playing' | 'failed';

/** When it stops by itself: so long after it begins to sound, hence at a moment, or where the meditation ends. */
export type SleepTimer = { minutes: number; endsAt: number | null } | 'end';

/** A save on this device: under way, by its share, or failed. */
export type Save = { share: number; controller: AbortController } | { failure: unknown };

export type PlayerState = {
  /** The meditation that was begun; null before the first and after the last. */
  meditation: Meditation | null;
  status: PlayerStatus;
  /** Seconds, as are durations. */
  position: number;
  duration: number;
  isLooping: boolean;
  speed: number;
  volume: number;
  sleepTimer: SleepTimer | null;
  /** The meditation whose own player is on the screen. */
  shownId: string | null;
  /** By the meditations that are saved. */
  saves: ReadonlyMap<string, Save>;
};

const nothing = { meditation: null, status: 'paused', position: 0, duration: 0, sleepTimer: null } as const;

let state: PlayerState = { ...nothing, isLooping: false, speed: 1, volume: 1, shownId: null, saves: new Map() };
const listeners = new Set<() => void>();

export const readPlayer = (): PlayerState => state;

export const changePlayer = (changes: Partial<PlayerState>): void => {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
};

/** How one likes to listen stays for the next meditation. */
export const emptyPlayer = (): void => changePlayer(nothing);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A part of the state: who shows it is drawn anew when that part changes, not with each second. */
export const usePlayer = <Part>(select: (state: PlayerState) => Part): Part =>
  useSyncExternalStore(subscribe, () => select(state));
