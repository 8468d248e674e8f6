import type { Meditation } from '@commons/contract/meditations/schemas';
import { listStoredValues, readStoredValue, removeStoredValue, storeValue, useStored } from './listening-storage.ts';
import { type Save, changePlayer, readPlayer, usePlayer } from './player-store.ts';

/** A meditation whose audio is stored on this device. */
type SavedMeditation = { meditation: Meditation; bytes: number };

/** Only own audio can be read, and browsers provide caches only in secure contexts. */
export const canSave = ({ audioUrl }: Pick<Meditation, 'audioUrl'>): boolean =>
  audioUrl.startsWith('/') && 'caches' in globalThis;

const cacheName = 'saved-meditations';

const isSaved = (value: unknown): value is SavedMeditation =>
  typeof value === 'object' && value !== null && 'meditation' in value && 'bytes' in value;

export const findSavedMeditation = (memberId: string, meditationId: string): SavedMeditation | null => {
  const saved = readStoredValue(memberId, 'saved', meditationId);
  return isSaved(saved) ? saved : null;
};

const newestFirst = (one: SavedMeditation, other: SavedMeditation): number =>
  one.meditation.id < other.meditation.id ? 1 : -1;

export const listSavedMeditations = (memberId: string): SavedMeditation[] =>
  listStoredValues(memberId, 'saved')
    .map(([, value]) => value)
    .filter(isSaved)
    .toSorted(newestFirst);

/** Size of a saved meditation in bytes, or null. */
export const useSavedBytes = (memberId: string, meditationId: string): number | null =>
  useStored(
    () => findSavedMeditation(memberId, meditationId)?.bytes ?? null,
    () => null,
  );

/** Streams the audio into the cache, without holding it in memory. */
const saveAudio = async (
  memberId: string,
  meditation: Meditation,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> => {
  const { audioUrl } = meditation;
  const response = await fetch(audioUrl, { signal });
  if (!response.ok || response.body === null) throw new Error(`The audio could not be fetched: ${response.status}`);
  const total = Number(response.headers.get('content-length') ?? 0);
  let bytes = 0;
  const countedStream = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        if (total > 0) onProgress(Math.min(1, bytes / total));
        controller.enqueue(chunk);
      },
    }),
  );
  const cache = await caches.open(cacheName);
  try {
    await cache.put(audioUrl, new Response(countedStream, { headers: response.headers }));
    // A connection can end early without an error, which would leave an incomplete file.
    if (total > 0 && bytes < total) throw new Error('The audio ended early.');
    if (!storeValue(memberId, 'saved', meditation.id, { meditation, bytes } satisfies SavedMeditation))
      throw new DOMException('There is no room.', 'QuotaExceededError');
  } catch (error) {
    await cache.delete(audioUrl);
    throw error;
  }
};

export const removeSavedAudio = async (memberId: string, { id, audioUrl }: Meditation): Promise<void> => {
  removeStoredValue(memberId, 'saved', id);
  const cache = await caches.open(cacheName);
  await cache.delete(audioUrl);
};

/**
 * Returns an object URL of the saved audio, valid until the page unloads. Returns null at once if nothing is saved, and
 * resolves to null if the browser has evicted it. A blob can be seeked offline, unlike a cached response, which has no
 * ranges.
 */
export const openSavedAudio = (memberId: string, meditation: Meditation): Promise<string | null> | null =>
  findSavedMeditation(memberId, meditation.id) === null ? null : readSavedAudio(memberId, meditation);

const readSavedAudio = async (memberId: string, { id, audioUrl }: Meditation): Promise<string | null> => {
  try {
    const response = await (await caches.open(cacheName)).match(audioUrl);
    if (response !== undefined) return URL.createObjectURL(await response.blob());
    removeStoredValue(memberId, 'saved', id);
  } catch {
    // Fall back to the network.
  }
  return null;
};

export const removeAllAudio = async (): Promise<void> => {
  if ('caches' in globalThis) await caches.delete(cacheName);
};

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
    await saveAudio(memberId, meditation, signal, (share) => setSave(id, { share, controller }));
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
