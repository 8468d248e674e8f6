import { existsSync, rmSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirectoryInUseError, EmbeddedPostgresError } from './errors.ts';
import { isAlive } from './processes.ts';

export interface DirectoryLock {
  release(): void;
}

const lockFile = 'server.lock';
const sqliteBusy = 5;

/**
 * Takes the directory for this process, or throws `DataDirectoryInUseError` naming the process that has it.
 *
 * The lock is SQLite's lock on an empty database file, because that is the one operating system file lock Node offers
 * on every platform: taking it is atomic, and the kernel drops it when the holder dies in whatever way. POSIX drops it
 * as well when any other descriptor of the same file is closed in the holding process: nothing else may open the file.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const holderFile = path.join(directory, 'server.pid');
  const database = openLockFile(directory);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DataDirectoryInUseError(directory, await findHolder(holderFile));
    throw error;
  }
  // Whoever could read the file could lock it too, and keep the owner out.
  await chmod(path.join(directory, lockFile), 0o600);
  await writeFile(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release: () => {
      if (!database.isOpen) return;
      // Before the lock: afterwards it may name the next holder already.
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

/** @throws DataDirectoryInUseError when a server holds the directory. One that was never used is left alone. */
export async function assertDirectoryIsFree(directory: string): Promise<void> {
  if (existsSync(path.join(directory, lockFile))) (await lockDirectory(directory)).release();
}

function openLockFile(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(path.join(directory, lockFile), { timeout: 0 });
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The folder "${directory}" cannot be locked by this user. Give this user the folder, or set DATA_DIR to one it owns.`,
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/** The holder writes its pid just after it took the lock, so a reader may for an instant still see its predecessor's. */
async function findHolder(holderFile: string): Promise<number | null> {
  for (let attempt = 0; attempt < 80; attempt += 1) {
    const pid = Number(await readFile(holderFile, 'utf8').catch(() => ''));
    if (Number.isInteger(pid) && pid > 0 && isAlive(pid)) return pid;
    await delay(25);
  }
  return null;
}
