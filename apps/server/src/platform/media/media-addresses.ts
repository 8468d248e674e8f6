import type { Readable } from 'node:stream';
import { type AudioExtension, audioExtensions } from './audio.ts';
import type { MediaKind } from './media-kinds.ts';
import type { Storage } from './storage.ts';

/** Content types by file extension. The server sets the extension when it processes a file. */
const contentTypes: Record<'webp' | AudioExtension, string> = {
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
};
export const contentTypeOf = (key: string): string =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1) as keyof typeof contentTypes];

/** Ids are random (UUID v4), so that one address does not reveal another. */
const addressPattern = new RegExp(
  `^/media/(?<id>[0-9a-f-]{36})-(?:[a-z]+\\.webp|audio\\.(?:${audioExtensions.join('|')}))$`,
);
export const address = (id: string, ending: string): string => `/media/${id}-${ending}`;
export const isAddress = (text: string): boolean => addressPattern.test(text);
/** Returns the file id in a media address; undefined for any other text. */
export const idOfAddress = (text: string): string | undefined => addressPattern.exec(text)?.groups?.['id'];

/** Streams the file at an address; undefined if it does not exist. The caller has checked access. */
export const readAddress = async (storage: Pick<Storage, 'read'>, url: string): Promise<Readable | undefined> =>
  isAddress(url) ? storage.read(url.slice('/media/'.length)) : undefined;

/** Returns the storage key of a private picture. `/media/` does not serve it; its feature checks access. */
export const privateKeyOf = (id: string, ending: string): string => `private-${id}-${ending}`;

/** Returns the storage key of one part of a file. */
export const storageKeyOf = (kind: MediaKind, id: string, ending: string): string =>
  kind === 'message-photo' ? privateKeyOf(id, ending) : `${id}-${ending}`;
