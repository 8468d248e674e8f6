import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from './binaries.ts';
import { clusterFolder, databaseName, type Durability, prepareCluster, readPassword, roleName } from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedPostgresError, explainFileError } from './errors.ts';
import {
  type Postmaster,
  type PostmasterExit,
  readPostmasterFile,
  startPostmaster,
  stopOrphan,
  stopProcess,
} from './postmaster.ts';
import { isPostmasterOf } from './processes.ts';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, the password and the lock. Made when missing; the path may be long and hold spaces. */
  readonly directory: string;
  /** 'full' keeps PostgreSQL's defaults: what was committed survives a power cut. 'none' is for tests alone. */
  readonly durability: Durability;
  /** Receives PostgreSQL's own log lines, which hold neither statements nor values. */
  readonly log?: (message: string) => void;
  /**
   * PostgreSQL ended unasked. `restartsAtOnce` is false when it ended too often or could not be started again: it is then
   * tried every few seconds.
   */
  readonly onExit?: (exit: PostmasterExit & { readonly restartsAtOnce: boolean }) => void;
  /** PostgreSQL accepts connections again, at the same address. */
  readonly onRestart?: () => void;
}

export interface EmbeddedPostgres {
  /** A database owned by an ordinary role, which may create databases and trusted extensions. Stays the same over restarts. */
  readonly url: string;
  /** Whether a PostgreSQL that a killed server had left behind was found and replaced. */
  readonly adopted: boolean;
  /** Stops PostgreSQL cleanly, then lets go of the directory. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Five ends within a minute are no accident: the disk is full or the memory too small. It is then started after a pause
 * only, as it is when it could not be: long enough for a machine in trouble, and short for the members who wait.
 */
const maxExits = 5;
const exitWindowMs = 60_000;
const pauseMs = 3_000;

/**
 * Starts a private PostgreSQL in `directory` and keeps it running until `stop`. One process holds a directory at a
 * time: a second gets `DataDirectoryInUseError`. Other failures that a person can mend are `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = path.resolve(options.directory);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const lock = await lockDirectory(directory);
    try {
      return await startLocked(directory, options, () => lock.release());
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw explainFileError(error, directory);
  }
}

async function startLocked(
  directory: string,
  { durability, log = () => undefined, onExit, onRestart }: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const adopted = await stopOrphan(clusterFolder(directory), log);
  const cluster = await prepareCluster(directory, binaries, durability);
  let postmaster: Postmaster | null = await startPostmaster({ cluster, binaries, durability, log });
  const { port } = postmaster;
  const url = connectionUrl(port, cluster.password);

  let stopping: Promise<void> | null = null;
  let recovery: Promise<void> | null = null;
  const stopped = new AbortController();
  const exitTimes: number[] = [];

  const watch = (watched: Postmaster) =>
    void watched.exited.then((exit) => {
      if (stopping !== null) return;
      postmaster = null;
      const now = performance.now();
      exitTimes.push(now);
      const restartsAtOnce = exitTimes.filter((time) => time > now - exitWindowMs).length <= maxExits;
      log(
        `PostgreSQL ended unasked (${exit.signal ?? `code ${exit.code}`}); ${restartsAtOnce ? 'restarting it' : 'too often: it has to wait'}.`,
      );
      onExit?.({ ...exit, restartsAtOnce });
      recovery = restart(exit, restartsAtOnce);
    });

  /** Tries until it runs, or is not wanted any more: whatever keeps it from starting may pass, as when a disk gets room. */
  const restart = async (exit: PostmasterExit, atOnce: boolean) => {
    let waits = !atOnce;
    for (;;) {
      if (waits) await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopping !== null) return;
      try {
        await stopOrphan(cluster.folder, log);
        const restarted = await startPostmaster({ cluster, binaries, durability, log, port });
        postmaster = restarted;
        watch(restarted);
        if (stopping === null) onRestart?.();
        return;
      } catch (error) {
        log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : String(error)}`);
        // Told once; the log has the rest.
        if (!waits) onExit?.({ ...exit, restartsAtOnce: false });
        waits = true;
      }
    }
  };

  const stop = async () => {
    stopped.abort();
    await recovery;
    const running = postmaster;
    if (running !== null) {
      await stopProcess({ signal: (signal) => running.kill(signal), gone: running.exited, log });
    }
    release();
  };

  try {
    await verifyAccess(url, directory);
  } catch (error) {
    await stop();
    throw error;
  }
  watch(postmaster);
  return { url, adopted, stop: () => (stopping ??= stop()) };
}

function connectionUrl(port: number, password: string): string {
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${databaseName}`;
}

async function verifyAccess(url: string, directory: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new EmbeddedPostgresError(
        `The password in "${path.join(directory, 'password')}" is not the database's. Delete that file and start again: a new one is made.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/**
 * The address of the PostgreSQL that another process runs in `directory`, for tools that work beside the server;
 * null when none runs there.
 */
export async function findRunningEmbeddedPostgres(directory: string): Promise<string | null> {
  const cluster = clusterFolder(path.resolve(directory));
  try {
    const recorded = await readPostmasterFile(cluster);
    if (recorded === null || !(await isPostmasterOf(recorded.pid, cluster))) return null;
    const password = await readPassword(path.resolve(directory));
    return password === null ? null : connectionUrl(recorded.port, password);
  } catch (error) {
    throw explainFileError(error, path.resolve(directory));
  }
}
