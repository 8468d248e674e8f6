import path from 'node:path';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { storeFile, type StoredFile } from '../../../apps/server/src/platform/media/media.ts';
import type { Storage } from '../../../apps/server/src/platform/media/storage.ts';
import type { Demo } from './words.ts';
import { demoDirectory } from './words.ts';

type Kept = { db: Database; storage: Storage };

/** Portraits by member and photos by name, stored as an upload is and belonging to nothing yet. */
export async function storePictures(kept: Kept, { members, photos }: Pick<Demo, 'members' | 'photos'>) {
  const portraits = new Map<string, StoredFile>();
  const stored = new Map<string, StoredFile & { alt: string }>();
  const file = (name: string) => path.join(demoDirectory, 'pictures', `${name}.webp`);
  await Promise.all([
    ...members.map(async ({ handle }) => {
      portraits.set(handle, await storeFile(kept, file(`portrait-${handle}`), 'profile-photo', null));
    }),
    ...photos.map(async ({ name, alt }) => {
      stored.set(name, { ...(await storeFile(kept, file(name), 'image', null)), alt });
    }),
  ]);
  return { portraits, photos: stored };
}
export type Pictures = Awaited<ReturnType<typeof storePictures>>;
