import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Configuration } from '../configuration.ts';
import { assertDirectoryIsFree, lockDirectory } from '../embedded-postgres/directory-lock.ts';
import { DataDirectoryInUseError } from '../embedded-postgres/errors.ts';
import { contentTypeOf } from '../media/media-addresses.ts';
import { localStorage, openStorage, type Storage } from '../media/storage.ts';
import { OperatorError } from '../operator-error.ts';
import { environmentSettings } from '../settings/current.ts';
import { syncFolder } from '../sync-folder.ts';
import type { ArchivedFile } from './archive.ts';
import { classifyFile } from './manifest.ts';

/** The contents of a data directory. The database is moved last, because its presence means that a community exists. */
const contentFolders = ['media', 'secrets', 'database'] as const;

/** Holds a community that is being restored, before it is moved into its data directory. */
export type StagingArea = {
  databaseDirectory: string;
  /** Stores a file of the backup. Returns false for files of the database. */
  storeFile: (file: ArchivedFile) => Promise<boolean>;
  /** Waits until all files are stored. */
  waitForWrites: () => Promise<void>;
  /** Moves everything into the data directory, or nothing. */
  moveIntoPlace: () => Promise<void>;
};

/** @throws OperatorError if the directory contains a community. */
export async function assertDirectoryIsEmpty(dataDirectory: string): Promise<void> {
  for (const name of contentFolders)
    if ((await listNames(path.join(dataDirectory, name))).length > 0)
      throw new OperatorError(
        `${dataDirectory} is not empty: it has "${name}". Set DATA_DIR to a new folder, or move it away. Nothing was changed.`,
      );
}

/**
 * Creates a staging area for a restore and removes leftover files afterwards.
 * @throws OperatorError while another restore into the directory runs.
 */
export async function withStagingArea(
  target: Configuration,
  run: (staging: StagingArea) => Promise<void>,
): Promise<void> {
  const { dataDirectory } = target;
  // The same mode as the server uses.
  const createdDirectory = await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const restoreFolder = path.join(dataDirectory, 'restoring');
  await mkdir(restoreFolder, { recursive: true, mode: 0o711 });
  const lock = await lockDirectory(restoreFolder).catch((error: unknown) =>
    throwRestoreInProgress(error, dataDirectory),
  );
  const folder = path.join(restoreFolder, 'draft');
  const removeNow = () => rmSync(restoreFolder, { recursive: true, force: true });
  process.once('exit', removeNow);
  let isInPlace = false;
  let bucket: Bucket | undefined;
  const writes = limitConcurrency(maxConcurrentWrites);
  try {
    // The process of an existing staging area was killed. Its database may still run and hold the folder.
    await assertDirectoryIsFree(path.join(folder, 'database'));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o711 });
    const { s3 } = environmentSettings(target.settings);
    if (s3) bucket = recordingStorage(await openStorage({ s3, dataDirectory }), path.join(folder, 'keys'));
    const storage = bucket?.storage ?? localStorage(path.join(folder, 'media'));
    await run({
      databaseDirectory: path.join(folder, 'database'),
      storeFile: (file) => storeArchivedFile({ folder, storage, writes }, file),
      waitForWrites: () => writes.end(),
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
    await rm(restoreFolder, { recursive: true, force: true });
    lock.release();
    // Fails if the directory is not empty.
    if (createdDirectory) await rmdir(dataDirectory).catch(() => {});
  }
}

function throwRestoreInProgress(error: unknown, dataDirectory: string): never {
  if (!(error instanceof DataDirectoryInUseError)) throw error;
  throw new OperatorError(`Another restore into ${dataDirectory} is in progress. Nothing was changed.`, {
    cause: error,
  });
}

type RestoreFolders = { folder: string; storage: Storage; writes: ReturnType<typeof limitConcurrency> };

async function storeArchivedFile(folders: RestoreFolders, { name, content }: ArchivedFile): Promise<boolean> {
  const { kind, key = '' } = classifyFile(name) ?? {};
  if (kind === 'media') await putMedia(folders, key, content);
  else if (kind === 'secret') await putSecret(folders, key, content);
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
  const incomingFile = path.join(folder, 'incoming');
  await pipeline(Readable.from(all(), { objectMode: false }), createWriteStream(incomingFile, { mode: 0o600 }));
  await storage.put(key, { file: incomingFile }, contentTypeOf(key));
  await rm(incomingFile);
}

/** Moves all content folders. If the target is no longer empty, moves everything back. @throws OperatorError then. */
async function moveAll(from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of contentFolders) {
      if ((await listNames(path.join(from, name))).length === 0) continue;
      await rename(path.join(from, name), path.join(to, name));
      moved.push(name);
    }
    await syncFolder(to);
  } catch (error) {
    for (const name of moved) await rename(path.join(to, name), path.join(from, name));
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    throw new OperatorError(`${to} is no longer empty. A server may have started there. Nothing was changed.`, {
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

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Runs functions concurrently up to a limit. */
function limitConcurrency(maxConcurrent: number) {
  const running = new Set<Promise<void>>();
  return {
    /** Starts a function as soon as the limit allows. @throws the error of an earlier function. */
    async begin(run: () => Promise<void>): Promise<void> {
      while (running.size >= maxConcurrent) await Promise.race(running);
      const write = run().then(() => {
        running.delete(write);
      });
      // A failed write stays in the set, so that the next caller gets its error.
      write.catch(() => {});
      running.add(write);
    },
    /** Waits for all functions. @throws the first error. */
    async end(): Promise<void> {
      await Promise.allSettled(running);
      await Promise.all(running);
    },
  };
}
