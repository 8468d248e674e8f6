import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from '@prometheus-io/client';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { type ClusterMessage, reconnectMilliseconds, restartSignal } from './platform/cluster-worker.ts';
import type { Configuration } from './platform/configuration.ts';
import { findFreePort } from './platform/http/free-port.ts';
import { createLogger } from './platform/observability/logging.ts';
import { startDatabase, stopMilliseconds, surviveRepeatedSignals, withConfiguration } from './start.ts';

/** A worker that ends sooner failed at its start or will fail again. */
const stableMilliseconds = 10_000;
const maxDelayMilliseconds = 30_000;

/**
 * Starts several server processes on one port if they are configured, and keeps them running until this process, their
 * primary, is stopped. Returns false if one process was configured.
 */
export async function serveCluster(): Promise<boolean> {
  const isStarted = await withConfiguration(async (configuration) => {
    if (configuration.processCount === 1) return false;
    await start(configuration);
    return true;
  });
  // The configuration was invalid, and the problem is explained.
  return isStarted ?? true;
}

async function start(configuration: Configuration): Promise<void> {
  const { processCount, drainSeconds, host } = configuration;
  const log = createLogger(configuration.logLevel);
  const stopping = new AbortController();
  surviveRepeatedSignals();
  const starting = configuration.databaseUrl ? undefined : startDatabase(configuration, log);
  const workers = new Workers(log, stopping.signal);
  const stop = async (drainMilliseconds: number) => {
    stopping.abort();
    await workers.stop(drainMilliseconds);
    // If the database could not start, the problem is explained below.
    await (await starting?.catch(() => undefined))?.stop();
  };
  // More time than a worker has for its own stop.
  const delay = stopMilliseconds + drainSeconds * 1_000 + 2 * reconnectMilliseconds;
  closeWithGrace({ delay, logger: log, skip: ['beforeExit', restartSignal] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the primary process stops after an unexpected error');
    await stop(drainSeconds * 1_000);
  });
  const database = await starting;
  const port = configuration.port || (await findFreePort(host));
  if (stopping.signal.aborted) return;
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, 'main.ts') });
  workers.variables = { PORT: String(port), ...(database && { DATABASE_URL: database.url }) };
  // The first worker migrates the database and creates the secrets. If it cannot start, it explains the problem.
  if (!(await workers.add())) {
    if (stopping.signal.aborted) return;
    process.exitCode = 1;
    return stop(0);
  }
  process.on(restartSignal, () => void workers.restart());
  await Promise.all(Array.from({ length: processCount - 1 }, () => workers.keep()));
}

class Workers {
  /** Environment variables of the workers, in addition to those of this process. */
  variables: Record<string, string> = {};
  /** The workers that accept requests, with the time at which they began to. */
  readonly #open = new Map<Worker, number>();
  readonly #log: Logger;
  readonly #stopping: AbortSignal;
  #quickEnds = 0;
  #restarting = Promise.resolve();

  constructor(log: Logger, stopping: AbortSignal) {
    this.#log = log;
    this.#stopping = stopping;
    const metrics = new AggregatorRegistry();
    cluster.on('message', (worker, { type }: ClusterMessage) => {
      if (type !== 'metrics') return;
      const sendMetrics = (text: string) => send(worker, { type, text });
      // Without an answer, the worker reports an error.
      metrics.clusterMetrics().then(sendMetrics, (error: unknown) => log.warn({ err: error }, 'metrics are missing'));
    });
    cluster.on('exit', (worker, code, signal) => {
      const openedAt = this.#open.get(worker);
      // A worker that was replaced, or did not start.
      if (openedAt === undefined || !this.#open.delete(worker) || stopping.aborted) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a server process ended unexpectedly and is replaced');
      this.#quickEnds = performance.now() - openedAt < stableMilliseconds ? this.#quickEnds + 1 : 0;
      void this.keep();
    });
  }

  /** Starts a worker. Returns undefined if it ends before it accepts requests. */
  async add(): Promise<Worker | undefined> {
    const worker = cluster.fork(this.variables);
    await Promise.race([once(worker, 'listening'), once(worker, 'exit')]);
    if (worker.isDead()) return undefined;
    this.#open.set(worker, performance.now());
    return worker;
  }

  /** Starts a worker, and again while it cannot start. The delays grow if workers end soon after their start. */
  async keep(): Promise<void> {
    for (;;) {
      const delay = this.#quickEnds === 0 ? 0 : Math.min(2 ** this.#quickEnds * 500, maxDelayMilliseconds);
      await wait(delay, undefined, { signal: this.#stopping }).catch(() => undefined);
      if (this.#stopping.aborted || (await this.add())) return;
      this.#quickEnds += 1;
      this.#log.error('a server process could not start and will be started again');
    }
  }

  /** Replaces the workers one after the other. A worker stops once another one accepts requests in its place. */
  restart(): Promise<void> {
    return (this.#restarting = this.#restarting.then(async () => {
      for (const worker of [...this.#open.keys()]) {
        const isReplaced = await this.add();
        if (this.#stopping.aborted) return;
        if (!isReplaced) return this.#log.error('the restart ended, because the new server process could not start');
        // A worker that crashed in the meantime was replaced.
        if (this.#open.delete(worker)) await stopWorker(worker);
      }
      this.#log.info('all server processes were restarted');
    }));
  }

  /** Stops all workers, after a time in which proxies notice. */
  async stop(drainMilliseconds: number): Promise<void> {
    for (const worker of this.#open.keys()) send(worker, { type: 'drain' });
    if (this.#open.size > 0) await wait(drainMilliseconds);
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [stopWorker(worker)] : [])));
  }
}

/** Sends a message unless the worker has ended. */
function send(worker: Worker, message: ClusterMessage): void {
  if (worker.isConnected()) worker.send(message);
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill(restartSignal);
  await exited;
}
