import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { Cluster, Durability } from './cluster.ts';
import { createInvocation } from './identity.ts';
import { spawnOwned } from './owned-process.ts';
import { isAlive, isPostmasterOf } from './processes.ts';
import { serverParameters } from './settings.ts';

export interface PostmasterExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Settles when the process has ended for any reason. */
  readonly exited: Promise<PostmasterExit>;
  kill(signal: NodeJS.Signals): void;
}

export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

interface StartOptions {
  readonly cluster: Cluster;
  readonly binaries: PostgresBinaries;
  readonly durability: Durability;
  readonly log: (message: string) => void;
  /** Requires this port, because the pool reconnects to it. Otherwise any free port is used. */
  readonly port?: number;
}

/** Time for the backends of a killed postmaster to exit and for a temporarily used port to become free. */
const retryForMs = 10_000;
const retryEveryMs = 50;

/** Starts PostgreSQL on the cluster and resolves when it accepts connections. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + retryForMs;
  for (;;) {
    const attempt = await trySpawn(options, options.port ?? choosePort());
    if ('postmaster' in attempt) return attempt.postmaster;
    const isTemporary =
      /shared memory block .* still in use|Address already in use|could not create any TCP\/IP sockets/.test(
        attempt.errorOutput,
      );
    if (!isTemporary || Date.now() > deadline) {
      throw new OperatorError(`PostgreSQL did not start: ${attempt.errorOutput}`);
    }
    await delay(retryEveryMs);
  }
}

/** Chooses a port below the ephemeral range, so that no outgoing connection takes it during a restart. */
function choosePort(): number {
  return randomInt(20_000, 32_000);
}

async function trySpawn(
  { cluster, binaries, durability, log }: StartOptions,
  port: number,
): Promise<{ postmaster: Postmaster } | { errorOutput: string }> {
  const invocation = createInvocation(
    cluster.identity,
    binaries.postgres,
    serverParameters(cluster.folder, port, durability),
  );
  const child = spawnOwned(invocation, ['ignore', 'ignore', 'pipe']);
  const exited = waitForExit(child);
  // Without a free file descriptor the child has no stderr, and its rejection is handled here.
  exited.catch(() => undefined);
  if (!child.stderr) return { errorOutput: 'no process could be started' };
  const { stderr } = child;
  const output: string[] = [];
  const ready = new Promise<'ready'>((resolve) => {
    createInterface({ input: stderr }).on('line', (line) => {
      if (output.length < 20) output.push(line);
      if (line.includes('database system is ready to accept connections')) resolve('ready');
      log(line);
    });
  });
  const outcome = await Promise.race([ready, exited]);
  if (outcome !== 'ready' || child.pid === undefined) {
    return { errorOutput: output.length === 0 ? JSON.stringify(outcome) : output.join(' ') };
  }
  return { postmaster: { pid: child.pid, port, exited, kill: (signal) => void child.kill(signal) } };
}

function waitForExit(child: ChildProcess): Promise<PostmasterExit> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    // "close" instead of "exit", because stderr is then complete.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Reads `postmaster.pid`, or returns null if it does not exist. Line 1 is the process id and line 4 the port. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFile(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) } : null;
}

function postmasterFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** Cleanly stops a postmaster that outlived its server. Requires the directory lock. Returns whether there was one. */
export async function stopOrphan(cluster: string, log: (message: string) => void): Promise<boolean> {
  const recorded = await readPostmasterFile(cluster);
  if (recorded === null || !isAlive(recorded.pid)) return false;
  const isOrphan = await isPostmasterOf(recorded.pid, cluster);
  if (isOrphan) {
    log(`A PostgreSQL left over from a killed server (process ${recorded.pid}) is being stopped.`);
    await stopProcess({
      signal: (signal) => process.kill(recorded.pid, signal),
      ended: waitUntilEnded(recorded.pid, cluster),
      log,
    });
  }
  await takeOverPostmasterFile(cluster);
  return isOrphan;
}

/**
 * Replaces the process id in a stale file. PostgreSQL refuses to start if the id is in use: by another process, or by
 * the killed postmaster that its parent has not reaped yet. The file is not deleted, because PostgreSQL uses its shared
 * memory line to detect surviving backends. PostgreSQL ignores the id of its own parent, so this process is named
 * instead. A cleanly stopped postmaster leaves no file.
 */
async function takeOverPostmasterFile(cluster: string): Promise<void> {
  if ((await readPostmasterFile(cluster)) === null) return;
  const file = postmasterFile(cluster);
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [process.pid, ...rest].join('\n'));
}

async function waitUntilEnded(pid: number, cluster: string): Promise<void> {
  while (await isPostmasterOf(pid, cluster)) await delay(10);
}

/** A fast shutdown writes the shared buffers to disk, which takes seconds on a slow disk. */
const shutdownTimeoutMs = 60_000;

/**
 * Requests a fast shutdown, and an immediate one after a minute. The next start then recovers without data loss.
 */
export async function stopProcess(running: {
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<unknown>;
  log: (message: string) => void;
}): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    try {
      running.signal(signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  send('SIGINT');
  const timer = setTimeout(() => {
    running.log(
      'PostgreSQL did not stop within a minute and is stopped immediately. It will recover at the next start.',
    );
    send('SIGQUIT');
  }, shutdownTimeoutMs);
  try {
    await running.ended;
  } finally {
    clearTimeout(timer);
  }
}
