import path from 'node:path';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { inArray } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Database } from '../database/database.ts';
import type { CurrentSettings } from '../settings/current.ts';
import { contentTypeOf } from './media-addresses.ts';
import { mediaFiles } from './media.tables.ts';
import { fileOfKey, localStorage, openStorage, type Storage } from './storage.ts';

type StorageSettings = { readonly current: Pick<CurrentSettings, 's3'> };

const mediaFolder = (dataDirectory: string) => path.join(dataDirectory, 'media');

/**
 * Opens the storage of the settings in use, and follows their changes. With a bucket, files that are still in the data
 * directory are found there: `moveFiles` moves them.
 */
export function followStorage(settings: StorageSettings, dataDirectory: string): Storage {
  const local = localStorage(mediaFolder(dataDirectory));
  let opened: { s3: CurrentSettings['s3']; storage: Promise<Storage> } | undefined;
  const current = (): Promise<Storage> => {
    const { s3 } = settings.current;
    if (!opened || !isDeepStrictEqual(opened.s3, s3)) opened = { s3, storage: openStorage({ s3, dataDirectory }) };
    return opened.storage;
  };
  const hasBucket = () => settings.current.s3 !== undefined;
  /** Looks in the bucket, in the data directory, and again in the bucket: the file may have moved in between. */
  async function* places() {
    yield await current();
    if (!hasBucket()) return;
    yield local;
    yield await current();
  }
  return {
    put: async (key, content, contentType) => (await current()).put(key, content, contentType),
    async remove(keys) {
      await (await current()).remove(keys);
      if (hasBucket()) await local.remove(keys);
    },
    async send(key: string, reply: FastifyReply): Promise<boolean> {
      for await (const place of places()) if (await place.send(key, reply)) return true;
      return false;
    },
    async read(key: string): Promise<Readable | undefined> {
      for await (const place of places()) {
        const content = await place.read(key);
        if (content) return content;
      }
      return undefined;
    },
    async *keys() {
      const localKeys = hasBucket() ? new Set(await Array.fromAsync(local.keys())) : new Set<string>();
      for await (const key of (await current()).keys()) if (!localKeys.has(key)) yield key;
      yield* localKeys;
    },
  };
}

/** The job that moves files to the bucket. */
export const filesToMoveJob = 'files-to-move';

const batchSize = 100;
const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
const idOfKey = (key: string): string | undefined => idPattern.exec(key)?.[0];

/** Yields the keys of files in the data directory that belong to the community, in batches. */
async function* localFiles(db: Database, dataDirectory: string): AsyncGenerator<string[]> {
  const keys = await Array.fromAsync(localStorage(mediaFolder(dataDirectory)).keys());
  for (let from = 0; from < keys.length; from += batchSize) {
    const batch = keys.slice(from, from + batchSize);
    const ids = [...new Set(batch.flatMap((key) => idOfKey(key) ?? []))];
    if (ids.length === 0) continue;
    const rows = await db.select({ id: mediaFiles.id }).from(mediaFiles).where(inArray(mediaFiles.id, ids));
    const known = new Set(rows.map(({ id }) => id));
    yield batch.filter((key) => known.has(idOfKey(key) ?? ''));
  }
}

/** Counts the files that still have to move to the bucket. */
export async function countFilesToMove(
  { current }: StorageSettings,
  db: Database,
  dataDirectory: string,
): Promise<number> {
  let count = 0;
  if (current.s3) for await (const keys of localFiles(db, dataDirectory)) count += keys.length;
  return count;
}

/** Moves the files of the data directory to the bucket, if there is one. A run that stops is continued by the next. */
export async function moveFiles({ current }: StorageSettings, db: Database, dataDirectory: string): Promise<void> {
  const { s3 } = current;
  if (!s3) return;
  const local = localStorage(mediaFolder(dataDirectory));
  const bucket = await openStorage({ s3, dataDirectory });
  for await (const keys of localFiles(db, dataDirectory))
    for (const key of keys) {
      await bucket.put(key, { file: fileOfKey(mediaFolder(dataDirectory), key) }, contentTypeOf(key));
      await local.remove([key]);
    }
}

/** Writes, reads and deletes a test file. @throws if the bucket does not allow one of them. */
export async function probeBucket(s3: NonNullable<CurrentSettings['s3']>, key: string): Promise<void> {
  const { s3Storage } = await import('./s3-storage.ts');
  const bucket = s3Storage(s3);
  const content = Buffer.from('A test of the settings.');
  await bucket.put(key, content, 'text/plain');
  try {
    const stored = await bucket.read(key);
    if (!stored || !Buffer.concat(await Array.fromAsync(stored)).equals(content))
      throw new Error('the bucket returned another content');
  } finally {
    await bucket.remove([key]);
  }
}
