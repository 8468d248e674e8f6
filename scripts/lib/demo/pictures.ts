import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { address, contentTypeOf, storageKeyOf } from '../../../apps/server/src/platform/media/media-addresses.ts';
import { mediaFiles } from '../../../apps/server/src/platform/media/media.tables.ts';
import type { Storage } from '../../../apps/server/src/platform/media/storage.ts';
import { type Demo, demoDirectory } from './words.ts';

type Kept = { db: Database; storage: Storage };

const byName = <Picture extends { name: string; id: string }>(pictures: Picture[]) =>
  new Map(pictures.map((picture) => [picture.name, { ...picture, url: address(picture.id, 'full.webp') }]));

/** As `content/demo/make.ts` draws them. */
const portraitSide = 400;
const photoSize = { width: 1_200, height: 900 };

/**
 * Portraits by member and photos by name, stored as uploads are and belonging to nothing yet. They ship in the sizes in which
 * uploads are stored: to make these anew would take most of the time that the demo has.
 */
export async function storePictures({ db, storage }: Kept, { members, photos }: Pick<Demo, 'members' | 'photos'>) {
  const portraits = members.map(({ handle }) => ({
    name: handle,
    id: randomUUID(),
    kind: 'profile-photo' as const,
    width: portraitSide,
    height: portraitSide,
    files: { full: `portrait-${handle}`, small: `portrait-${handle}-small` },
  }));
  const shown = photos.map(({ name, alt }) => ({
    name,
    alt,
    id: randomUUID(),
    kind: 'image' as const,
    ...photoSize,
    files: { full: name, card: name },
  }));
  const all = [...portraits, ...shown];
  // The rows first: a file that no row knows of would never be collected.
  await db.insert(mediaFiles).values(all.map(({ id, kind, width, height }) => ({ id, kind, width, height })));
  await Promise.all(
    all.flatMap(({ id, kind, files }) =>
      Object.entries(files).map(([size, file]) => {
        const key = storageKeyOf(kind, id, `${size}.webp`);
        return storage.put(key, { file: path.join(demoDirectory, 'pictures', `${file}.webp`) }, contentTypeOf(key));
      }),
    ),
  );
  return { portraits: byName(portraits), photos: byName(shown) };
}
export type Pictures = Awaited<ReturnType<typeof storePictures>>;
