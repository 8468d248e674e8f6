import type { Meditation } from '@commons/contract/meditations';
import { changePlayer, readPlayer, type Save, usePlayer } from './player-store.ts';
import { saveAudio } from './saved-audio.ts';

const setSave = (meditationId: string, save: Save | null): void => {
  const saves = new Map(readPlayer().saves);
  if (save === null) saves.delete(meditationId);
  else saves.set(meditationId, save);
  changePlayer({ saves });
};

export const useSave = (meditationId: string): Save | null => usePlayer(({ saves }) => saves.get(meditationId) ?? null);

/** Saves a meditation on this device. Continues during navigation, because it can take minutes. */
export const startSave = async (memberId: string, meditation: Meditation): Promise<void> => {
  const { id } = meditation;
  const controller = new AbortController();
  const { signal } = controller;
  setSave(id, { share: 0, controller });
  try {
    await saveAudio(memberId, meditation, { onProgress: (share) => setSave(id, { share, controller }), signal });
    setSave(id, null);
  } catch (failure) {
    setSave(id, signal.aborted ? null : { failure });
  }
};

const cancel = (save: Save | undefined): void => {
  if (save !== undefined && 'controller' in save) save.controller.abort();
};

export const cancelSave = (meditationId: string): void => cancel(readPlayer().saves.get(meditationId));

export const cancelSaves = (): void => readPlayer().saves.forEach(cancel);
