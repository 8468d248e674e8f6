import type { Meditation } from '@commons/contract/meditations';
import { useSyncExternalStore } from 'react';
import { findLastMember, keep, letGo, listKept, readKept, subscribeToKept } from './device.ts';

/** A meditation whose audio is on this device. */
export type SavedMeditation = { meditation: Meditation; bytes: number };

/** Only audio of ours can be read, hence kept; and browsers keep nothing on plain http. */
export const canSave = ({ audioUrl }: Pick<Meditation, 'audioUrl'>): boolean =>
  audioUrl.startsWith('/') && 'caches' in globalThis;

const cacheName = 'saved-meditations';

const isSaved = (value: unknown): value is SavedMeditation =>
  typeof value === 'object' && value !== null && 'meditation' in value && 'bytes' in value;

export const findSaved = (memberId: string, meditationId: string): SavedMeditation | null => {
  const saved = readKept(memberId, 'saved', meditationId);
  return isSaved(saved) ? saved : null;
};

const newestFirst = (one: SavedMeditation, other: SavedMeditation): number =>
  one.meditation.id < other.meditation.id ? 1 : -1;

export const listSaved = (memberId: string): SavedMeditation[] =>
  listKept(memberId, 'saved')
    .map(([, value]) => value)
    .filter(isSaved)
    .toSorted(newestFirst);

/** Whether whoever was here last has saved something. */
export const hasSaved = (): boolean => {
  const memberId = findLastMember();
  return memberId !== null && listSaved(memberId).length > 0;
};

/** The bytes kept of a meditation; null while it is not. */
export const useSavedBytes = (memberId: string, meditationId: string): number | null =>
  useSyncExternalStore(subscribeToKept, () => findSaved(memberId, meditationId)?.bytes ?? null);

type SaveOptions = { onProgress: (share: number) => void; signal: AbortSignal };

/** Keeps the audio on this device, as it arrives: none of it is held in memory. */
export const saveAudio = async (
  memberId: string,
  meditation: Meditation,
  { onProgress, signal }: SaveOptions,
): Promise<void> => {
  const { audioUrl } = meditation;
  const response = await fetch(audioUrl, { signal });
  if (!response.ok || response.body === null) throw new Error(`The audio could not be fetched: ${response.status}`);
  const total = Number(response.headers.get('content-length') ?? 0);
  let bytes = 0;
  const counted = response.body.pipeThrough(
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
    await cache.put(audioUrl, new Response(counted, { headers: response.headers }));
    // A connection that ends early without a word leaves half a meditation.
    if (total > 0 && bytes < total) throw new Error('The audio ended early.');
    if (!keep(memberId, 'saved', meditation.id, { meditation, bytes } satisfies SavedMeditation))
      throw new DOMException('There is no room.', 'QuotaExceededError');
  } catch (error) {
    await cache.delete(audioUrl);
    throw error;
  }
};

export const removeSavedAudio = async (memberId: string, { id, audioUrl }: Meditation): Promise<void> => {
  letGo(memberId, 'saved', id);
  const cache = await caches.open(cacheName);
  await cache.delete(audioUrl);
};

/**
 * An address of the kept audio, for as long as the page lives. Null at once where none is kept, and later where the
 * browser took it away to make room. A blob can be sought in without a connection; an answer out of the cache could not,
 * without ranges.
 */
export const openSavedAudio = (memberId: string, meditation: Meditation): Promise<string | null> | null =>
  findSaved(memberId, meditation.id) === null ? null : readSavedAudio(memberId, meditation);

const readSavedAudio = async (memberId: string, { id, audioUrl }: Meditation): Promise<string | null> => {
  try {
    const response = await (await caches.open(cacheName)).match(audioUrl);
    if (response !== undefined) return URL.createObjectURL(await response.blob());
    letGo(memberId, 'saved', id);
  } catch {
    // Without it the network is asked.
  }
  return null;
};

export const removeAllAudio = async (): Promise<void> => {
  if ('caches' in globalThis) await caches.delete(cacheName);
};
