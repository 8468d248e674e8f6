import { existsSync, rmSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { DataDirectoryInUseError } from './errors.ts';
import { isAlive } from './processes.ts';

export interface DirectoryLock {
  release(): void;
}

const lockFile = 'server.lock';
const sqliteBusy = 5;

/**
 * Locks the directory for this process.
 * @throws DataDirectoryInUseError naming the process that holds it.
 *
 * Uses SQLite's lock on an empty database file, the only operating system file lock that Node offers on every platform.
 * Acquiring it is atomic, and the kernel releases it when the holder dies. POSIX also releases it when the holder
 * closes any other descriptor of the file, so no other code may open it.
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
  // With read access, another user could lock the file and keep the owner out.
  await chmod(path.join(directory, lockFile), 0o600);
  await writeFile(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release: () => {
      if (!database.isOpen) return;
      // Removed before the lock is released, because afterwards the file may already name the next holder.
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

/** @throws DataDirectoryInUseError if a server holds the directory. Does not create a lock file in an unused one. */
export async function assertDirectoryIsFree(directory: string): Promise<void> {
  if (existsSync(path.join(directory, lockFile))) (await lockDirectory(directory)).release();
}

function openLockFile(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(path.join(directory, lockFile), { timeout: 0 });
  } catch (error) {
    throw new OperatorError(
      `The folder "${directory}" cannot be locked by this user. Give this user the folder, or set DATA_DIR to one it owns.`,
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/**
 * Returns the process id of the lock holder. The holder writes it just after locking, so a reader may briefly see the
 * id of the previous holder.
 */
async function findHolder(holderFile: string): Promise<number | null> {
  for (let attempt = 0; attempt < 80; attempt += 1) {
    const pid = Number(await readFile(holderFile, 'utf8').catch(() => ''));
    if (Number.isInteger(pid) && pid > 0 && isAlive(pid)) return pid;
    await delay(25);
  }
  return null;
}
