import type { Meditation } from '@commons/contract/meditations';
import { useSyncExternalStore } from 'react';
import { saveAudio } from './saved-audio.ts';

/** A save that is under way, by its share, or has failed. */
type Save = { share: number } | { failure: unknown };

const saves = new Map<string, Save>();
const controllers = new Map<string, AbortController>();
const listeners = new Set<() => void>();

const change = (meditationId: string, save: Save | null): void => {
  if (save === null) saves.delete(meditationId);
  else saves.set(meditationId, save);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSave = (meditationId: string): Save | null =>
  useSyncExternalStore(subscribe, () => saves.get(meditationId) ?? null);

/** Saves a meditation on this device. It goes on while its listener looks around: on a slow line it takes minutes. */
export const beginSave = async (memberId: string, meditation: Meditation): Promise<void> => {
  const { id } = meditation;
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { share: 0 });
  try {
    await saveAudio(memberId, meditation, {
      onProgress: (share) => change(id, { share }),
      signal: controller.signal,
    });
    change(id, null);
  } catch (failure) {
    change(id, controller.signal.aborted ? null : { failure });
  } finally {
    controllers.delete(id);
  }
};

export const cancelSave = (meditationId: string): void => controllers.get(meditationId)?.abort();

export const cancelSaves = (): void => {
  for (const controller of controllers.values()) controller.abort();
};
