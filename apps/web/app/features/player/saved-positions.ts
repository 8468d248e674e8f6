import type { Meditation } from '@commons/contract/meditations';
import { storeValue, removeStoredValue, readStoredValue, useStored } from './listening-storage.ts';

/** Positions closer to the start or end than this are not restored. */
const marginSeconds = 10;

/** Returns the stored position in a meditation, in seconds, or 0. */
export const findSavedPosition = (memberId: string, { id, duration }: Pick<Meditation, 'id' | 'duration'>): number => {
  const position = readStoredValue(memberId, 'place', id);
  return typeof position === 'number' && position > marginSeconds && position < duration - marginSeconds ? position : 0;
};

export const useSavedPosition = (memberId: string, meditation: Pick<Meditation, 'id' | 'duration'>): number =>
  useStored(
    () => findSavedPosition(memberId, meditation),
    () => 0,
  );

export const savePosition = (
  memberId: string,
  { id, duration }: Pick<Meditation, 'id' | 'duration'>,
  position: number,
): void => {
  if (position > marginSeconds && position < duration - marginSeconds)
    storeValue(memberId, 'place', id, Math.floor(position));
  else removeStoredValue(memberId, 'place', id);
};
