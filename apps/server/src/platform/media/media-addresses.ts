import { type AudioExtension, audioExtensions } from './audio.ts';
import type { MediaKind } from './media-kinds.ts';

/** What a stored file is served as: decided when it was read, never by what a browser finds in it. */
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

/** Random (UUID v4), not in the order of time: who knows one address can guess no other. */
const addressPattern = new RegExp(
  `^/media/(?<id>[0-9a-f-]{36})-(?:[a-z]+\\.webp|audio\\.(?:${audioExtensions.join('|')}))$`,
);
export const address = (id: string, ending: string): string => `/media/${id}-${ending}`;
export const isAddress = (text: string): boolean => addressPattern.test(text);
/** Whose file is at an address of ours; undefined for any other. */
export const idOfAddress = (text: string): string | undefined => addressPattern.exec(text)?.groups?.['id'];

/** Not an address that `/media/` answers: who asks for a private picture is checked by the feature that it belongs to. */
export const privateKeyOf = (id: string, ending: string): string => `private-${id}-${ending}`;

/** The name of a part in the storage. */
export const storageKeyOf = (kind: MediaKind, id: string, ending: string): string =>
  kind === 'message-photo' ? privateKeyOf(id, ending) : `${id}-${ending}`;
