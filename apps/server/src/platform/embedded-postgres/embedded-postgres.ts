import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { findBinaries } from './binaries.ts';
import { clusterFolder, databaseName, type Durability, prepareCluster, readPassword, roleName } from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { explainFileError } from './errors.ts';
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
  /** Contains the cluster, the password and the lock. Created if missing. The path may be long and contain spaces. */
  readonly directory: string;
  /** 'full' uses PostgreSQL's defaults: committed data survives a power failure. 'none' is for tests only. */
  readonly durability: Durability;
  /** Receives PostgreSQL's log lines, which contain neither statements nor values. */
  readonly log?: (message: string) => void;
  /**
   * PostgreSQL ended unexpectedly. `restartsAtOnce` is false if it ended too often or could not be restarted. A restart
   * is then attempted every few seconds.
   */
  readonly onExit?: (exit: PostmasterExit & { readonly restartsAtOnce: boolean }) => void;
  /** PostgreSQL accepts connections again at the same address. */
  readonly onRestart?: () => void;
}

export interface EmbeddedPostgres {
  /**
   * Connects as an ordinary role that owns the database and may create databases and trusted extensions. Stays the same
   * over restarts.
   */
  readonly url: string;
  /** Whether the PostgreSQL of a killed server was still running and was replaced. */
  readonly hasReplacedOrphan: boolean;
  /** Stops PostgreSQL cleanly and releases the directory. Idempotent. */
  stop(): Promise<void>;
}

/**
 * More than five exits within a minute have a lasting cause, such as a full disk. Restarts then happen after a pause,
 * as after a failed restart.
 */
const maxExits = 5;
const exitWindowMs = 60_000;
const restartPauseMs = 3_000;

/**
 * Starts a private PostgreSQL in `directory` and keeps it running until `stop`. One process can hold a directory at a
 * time; others get `DataDirectoryInUseError`. Other failures that the operator can fix are `OperatorError`.
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
  const hasReplacedOrphan = await stopOrphan(clusterFolder(directory), log);
  const cluster = await prepareCluster(directory, binaries, durability);
  let postmaster: Postmaster | null = await startPostmaster({ cluster, binaries, durability, log });
  const { port } = postmaster;
  const url = connectionUrl(port, cluster.password);

  let stopping: Promise<void> | null = null;
  let recovery: Promise<void> | null = null;
  const stopped = new AbortController();
  const exitTimes: number[] = [];

  const watch = (current: Postmaster) =>
    void current.exited.then((exit) => {
      if (stopping !== null) return;
      postmaster = null;
      const now = performance.now();
      exitTimes.push(now);
      const restartsAtOnce = exitTimes.filter((time) => time > now - exitWindowMs).length <= maxExits;
      log(
        `PostgreSQL ended unexpectedly (${exit.signal ?? `code ${exit.code}`}); ${restartsAtOnce ? 'restarting it' : 'it ended too often and will be restarted after a pause'}.`,
      );
      onExit?.({ ...exit, restartsAtOnce });
      recovery = restart(exit, restartsAtOnce);
    });

  /** Retries until PostgreSQL runs or `stop` is called, because the cause may be temporary, such as a full disk. */
  const restart = async (exit: PostmasterExit, isImmediate: boolean) => {
    let isDelayed = !isImmediate;
    for (;;) {
      if (isDelayed) await delay(restartPauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
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
        // Reported once. The log contains the later failures.
        if (!isDelayed) onExit?.({ ...exit, restartsAtOnce: false });
        isDelayed = true;
      }
    }
  };

  const stop = async () => {
    stopped.abort();
    await recovery;
    const running = postmaster;
    if (running !== null) {
      await stopProcess({ signal: (signal) => running.kill(signal), ended: running.exited, log });
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
  return { url, hasReplacedOrphan, stop: () => (stopping ??= stop()) };
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
      throw new OperatorError(
        `The password in "${path.join(directory, 'password')}" is wrong. Delete that file and start again; a new one will be generated.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/**
 * Returns the URL of the PostgreSQL that another process runs in `directory`, for tools that run beside the server.
 * Null if none is running.
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
