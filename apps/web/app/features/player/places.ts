import type { Meditation } from '@commons/contract/meditations';
import { useSyncExternalStore } from 'react';
import { keep, removeKept, readKept, subscribeToKept } from './device.ts';

/** Positions closer to the start or end than this are not restored. */
const marginSeconds = 10;

/** Returns the stored position in a meditation, in seconds, or 0. */
export const findPlace = (memberId: string, { id, duration }: Pick<Meditation, 'id' | 'duration'>): number => {
  const place = readKept(memberId, 'place', id);
  return typeof place === 'number' && place > marginSeconds && place < duration - marginSeconds ? place : 0;
};

export const usePlace = (memberId: string, meditation: Pick<Meditation, 'id' | 'duration'>): number =>
  useSyncExternalStore(subscribeToKept, () => findPlace(memberId, meditation));

export const keepPlace = (
  memberId: string,
  { id, duration }: Pick<Meditation, 'id' | 'duration'>,
  at: number,
): void => {
  if (at > marginSeconds && at < duration - marginSeconds) keep(memberId, 'place', id, Math.floor(at));
  else removeKept(memberId, 'place', id);
};
