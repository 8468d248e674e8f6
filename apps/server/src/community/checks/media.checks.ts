import { inArray } from 'drizzle-orm';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import type { Storage } from '../../platform/media/storage.ts';
import { readStoredFiles } from '../../platform/media/stored-files.ts';
import type { Check, Difference } from './checks.ts';

const keysPerBatch = 1_000;

/** Finds files that are in use but missing from the storage. They cannot be recreated, only restored from a backup. */
export const missingFiles: Check = {
  name: 'missing picture and audio files',
  async find({ db, storage }) {
    const storedKeys = new Set<string>();
    for await (const key of storage.keys()) storedKeys.add(key);
    const missing: Difference[] = [];
    for await (const { id, isUsed, partsCount, keys } of readStoredFiles(db)) {
      const foundCount = keys.filter((key) => storedKeys.has(key)).length;
      // The key list may be older than the upload, so the file is checked individually.
      if (!isUsed || foundCount >= partsCount || (await countFiles(storage, keys)) >= partsCount) continue;
      missing.push({ key: [id], actual: `${foundCount} files`, expected: `${partsCount} files` });
    }
    return missing;
  },
};

async function countFiles(storage: Storage, keys: string[]): Promise<number> {
  const files = await Promise.all(keys.map((key) => storage.read(key)));
  for (const file of files) file?.destroy();
  return files.filter(Boolean).length;
}

const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** Finds stored files without a row, which would never be deleted. */
export const unknownFiles: Check = {
  name: 'files without a database row',
  async find({ db, storage }) {
    const unknownKeys: Difference[] = [];
    let keys: string[] = [];
    const checkKeys = async () => {
      const ids = keys.map((key) => idPattern.exec(key)?.[0]).filter((id) => id !== undefined);
      const existingRows = await db.select({ id: mediaFiles.id }).from(mediaFiles).where(inArray(mediaFiles.id, ids));
      const knownIds = new Set(existingRows.map(({ id }) => id));
      for (const key of keys)
        if (!knownIds.has(idPattern.exec(key)?.[0] ?? ''))
          unknownKeys.push({ key: [key], actual: 'a file', expected: null });
      keys = [];
    };
    for await (const key of storage.keys()) if (keys.push(key) === keysPerBatch) await checkKeys();
    if (keys.length > 0) await checkKeys();
    return unknownKeys;
  },
  async repair(_tx, { key }, { storage }) {
    await storage.remove(key);
  },
};
