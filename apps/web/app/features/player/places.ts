import type { Meditation } from '@commons/contract/meditations';
import { useSyncExternalStore } from 'react';
import { keep, letGo, readKept, subscribeToKept } from './device.ts';

/** Nearer to the beginning or the end than this, one begins anew. */
const marginSeconds = 10;

/** Where a member left a meditation on this device; 0 where they begin. */
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
  else letGo(memberId, 'place', id);
};
