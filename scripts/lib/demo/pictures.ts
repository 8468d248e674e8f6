import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { address, contentTypeOf, storageKeyOf } from '../../../apps/server/src/platform/media/media-addresses.ts';
import { mediaFiles } from '../../../apps/server/src/platform/media/media.tables.ts';
import type { Storage } from '../../../apps/server/src/platform/media/storage.ts';
import { type Demo, demoDirectory } from './words.ts';

type Targets = { db: Database; storage: Storage };

const byName = <Picture extends { name: string; id: string }>(pictures: Picture[]) =>
  new Map(pictures.map((picture) => [picture.name, { ...picture, url: address(picture.id, 'full.webp') }]));

/** Sizes of the pictures that `content/demo/make.ts` draws. */
const portraitSide = 400;
const photoSize = { width: 1_200, height: 900 };

/**
 * Stores portraits by member and photos by name like uploads, without an owner. They ship in the sizes of stored
 * uploads, because resizing would take most of the demo's start time.
 */
export async function storePictures({ db, storage }: Targets, { members, photos }: Pick<Demo, 'members' | 'photos'>) {
  const portraits = members.map(({ handle }) => ({
    name: handle,
    id: randomUUID(),
    kind: 'profile-photo' as const,
    width: portraitSide,
    height: portraitSide,
    files: { full: `portrait-${handle}`, small: `portrait-${handle}-small` },
  }));
  const photoRows = photos.map(({ name, alt }) => ({
    name,
    alt,
    id: randomUUID(),
    kind: 'image' as const,
    ...photoSize,
    files: { full: name, card: name },
  }));
  const all = [...portraits, ...photoRows];
  // The rows first: a file without a row would never be deleted.
  await db.insert(mediaFiles).values(all.map(({ id, kind, width, height }) => ({ id, kind, width, height })));
  await Promise.all(
    all.flatMap(({ id, kind, files }) =>
      Object.entries(files).map(([size, file]) => {
        const key = storageKeyOf(kind, id, `${size}.webp`);
        return storage.put(key, { file: path.join(demoDirectory, 'pictures', `${file}.webp`) }, contentTypeOf(key));
      }),
    ),
  );
  return { portraits: byName(portraits), photos: byName(photoRows) };
}
export type Pictures = Awaited<ReturnType<typeof storePictures>>;
