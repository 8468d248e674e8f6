import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Configuration } from '../configuration.ts';
import { assertDirectoryIsFree, lockDirectory } from '../embedded-postgres/directory-lock.ts';
import { DataDirectoryInUseError } from '../embedded-postgres/errors.ts';
import { contentTypeOf } from '../media/media-addresses.ts';
import { localStorage, openStorage, type Storage } from '../media/storage.ts';
import type { ArchivedFile } from './archive.ts';
import { BackupError } from './errors.ts';
import { classifyFile } from './manifest.ts';

/** The contents of a data directory. The database is moved last, because its presence means that a community exists. */
const places = ['media', 'secrets', 'database'] as const;

/** A community that is being restored, before it is moved into its data directory. */
export type Draft = {
  databaseDirectory: string;
  /** Stores a file of the backup. Returns false for files of the database. */
  take: (file: ArchivedFile) => Promise<boolean>;
  /** Waits until all files are stored. */
  settle: () => Promise<void>;
  /** Moves everything into place, or nothing. */
  moveIntoPlace: () => Promise<void>;
};

/** @throws BackupError if the directory contains a community. */
export async function assertDirectoryIsEmpty(dataDirectory: string): Promise<void> {
  for (const place of places)
    if ((await namesIn(path.join(dataDirectory, place))).length > 0)
      throw new BackupError(
        `${dataDirectory} is not empty: it has "${place}". Set DATA_DIR to a new folder, or move it away. Nothing was changed.`,
      );
}

/**
 * Creates a draft and removes its remains afterwards.
 * @throws BackupError while another restore into the directory runs.
 */
export async function inDraft(target: Configuration, run: (draft: Draft) => Promise<void>): Promise<void> {
  const { dataDirectory } = target;
  // The same mode as the server uses.
  const made = await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const room = path.join(dataDirectory, 'restoring');
  await mkdir(room, { recursive: true, mode: 0o711 });
  const lock = await lockDirectory(room).catch((error: unknown) => refuseSecond(error, dataDirectory));
  const folder = path.join(room, 'draft');
  const removeNow = () => rmSync(room, { recursive: true, force: true });
  process.once('exit', removeNow);
  let isInPlace = false;
  let bucket: Bucket | undefined;
  const writes = limitConcurrency(maxConcurrentWrites);
  try {
    // The process of an existing draft was killed. Its database may still run and hold the folder.
    await assertDirectoryIsFree(path.join(folder, 'database'));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o711 });
    if (target.s3) bucket = recordingStorage(await openStorage(target), path.join(folder, 'keys'));
    const storage = bucket?.storage ?? localStorage(path.join(folder, 'media'));
    await run({
      databaseDirectory: path.join(folder, 'database'),
      take: (file) => takeFile({ folder, storage, writes }, file),
      settle: () => writes.end(),
      async moveIntoPlace() {
        await moveAll(folder, dataDirectory);
        isInPlace = true;
      },
    });
  } catch (error) {
    // The caller gets the first error.
    await writes.end().catch(() => {});
    if (isInPlace) await moveAll(dataDirectory, folder);
    await bucket?.removeStored();
    throw error;
  } finally {
    process.off('exit', removeNow);
    await rm(room, { recursive: true, force: true });
    lock.release();
    // Fails if the directory is not empty.
    if (made) await rmdir(dataDirectory).catch(() => {});
  }
}

function refuseSecond(error: unknown, dataDirectory: string): never {
  if (!(error instanceof DataDirectoryInUseError)) throw error;
  throw new BackupError(`Another restore into ${dataDirectory} is in progress. Nothing was changed.`, { cause: error });
}

type RestoreFolders = { folder: string; storage: Storage; writes: ReturnType<typeof limitConcurrency> };

async function takeFile(room: RestoreFolders, { name, content }: ArchivedFile): Promise<boolean> {
  const { is, key = '' } = classifyFile(name) ?? {};
  if (is === 'media') await putMedia(room, key, content);
  else if (is === 'secret') await putSecret(room, key, content);
  else return false;
  return true;
}

async function putSecret({ folder }: RestoreFolders, key: string, content: AsyncIterable<Buffer>): Promise<void> {
  const secrets = path.join(folder, 'secrets');
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  const bytes = Buffer.concat(await Array.fromAsync(content));
  await writeFile(path.join(secrets, key), bytes, { mode: 0o600, flush: true });
}

/**
 * Number of concurrent writes. Each file is in memory until the disk has confirmed it, which takes most of a restore's
 * time.
 */
const maxConcurrentWrites = 8;

/** Stores a file of one chunk from memory. A larger file is first written to disk. */
async function putMedia(
  { folder, storage, writes }: RestoreFolders,
  key: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  const second = await pieces.next();
  if (second.done) {
    const bytes = first.done ? Buffer.alloc(0) : first.value;
    await writes.begin(() => storage.put(key, bytes, contentTypeOf(key)));
    return;
  }
  async function* all() {
    yield first.value as Buffer;
    yield second.value as Buffer;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  const waiting = path.join(folder, 'incoming');
  await pipeline(Readable.from(all(), { objectMode: false }), createWriteStream(waiting, { mode: 0o600 }));
  await storage.put(key, { file: waiting }, contentTypeOf(key));
  await rm(waiting);
}

/** Moves all places. @throws BackupError if files appeared at the target; then moves everything back. */
async function moveAll(from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const place of places) {
      if ((await namesIn(path.join(from, place))).length === 0) continue;
      await rename(path.join(from, place), path.join(to, place));
      moved.push(place);
    }
    await sync(to);
  } catch (error) {
    for (const place of moved) await rename(path.join(to, place), path.join(from, place));
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    throw new BackupError(`${to} is no longer empty. A server may have started there. Nothing was changed.`, {
      cause: error,
    });
  }
}

type Bucket = { storage: Storage; removeStored: () => Promise<void> };

/**
 * Wraps a storage so that the files it stored can be removed again, and no others. The names are kept in a file,
 * because a million of them would not fit into memory.
 */
function recordingStorage(storage: Storage, file: string): Bucket {
  return {
    storage: {
      ...storage,
      async put(key, ...content) {
        await appendFile(file, `${key}\n`, { mode: 0o600 });
        await storage.put(key, ...content);
      },
    },
    async removeStored() {
      if (!existsSync(file)) return;
      let keys: string[] = [];
      for await (const key of createInterface(createReadStream(file))) {
        keys.push(key);
        if (keys.length < keysPerRemoval) continue;
        await storage.remove(keys);
        keys = [];
      }
      await storage.remove(keys);
    },
  };
}
/** S3 removes at most 1,000 objects per call. */
const keysPerRemoval = 1_000;

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs functions concurrently up to a limit. */
function limitConcurrency(maxAtOnce: number) {
  const running = new Set<Promise<void>>();
  return {
    /** Starts a function when there is room. @throws the error of an earlier function. */
    async begin(run: () => Promise<void>): Promise<void> {
      while (running.size >= maxAtOnce) await Promise.race(running);
      const one = run().then(() => {
        running.delete(one);
      });
      // A failed one stays in the set, so that the next caller gets its error.
      one.catch(() => {});
      running.add(one);
    },
    /** Waits for all functions. @throws the first error. */
    async end(): Promise<void> {
      await Promise.allSettled(running);
      await Promise.all(running);
    },
  };
}
