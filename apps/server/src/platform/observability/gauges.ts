import { statfs } from 'node:fs/promises';
import { databaseNow } from '../database/clock.ts';
import { type Database, onlyRow } from '../database/database.ts';
import { listQueues, type QueueState } from '../jobs/queue-states.ts';
import type { Metrics } from './metrics.ts';

/** How much room there is on the disk of a directory, in bytes; free is what this process may use of it. */
export async function diskOf(directory: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Counting goes through all jobs, those done within an hour among them: it is done once in this time for whoever asks. */
const queuesKnownMilliseconds = 15_000;

function rememberQueues(db: Database): () => Promise<QueueState[]> {
  let known: Promise<QueueState[]> | undefined;
  let knownUntil = -Infinity;
  const forget = () => {
    known = undefined;
  };
  return () => {
    if (performance.now() >= knownUntil) forget();
    if (known) return known;
    knownUntil = performance.now() + queuesKnownMilliseconds;
    known = listQueues(db);
    // What could not be counted is tried again by the next one.
    known.catch(forget);
    return known;
  };
}

/** What is looked up whenever somebody reads the figures: the pool, sockets, the bus, queues, and what fills up. */
export function addGauges(
  metrics: Metrics,
  options: { db: Database; dataDirectory: string; socketCount: () => number; isDegraded: () => boolean },
): void {
  const { db, dataDirectory, socketCount, isDegraded } = options;
  const pool = db.$client;
  metrics.gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting are callers without one.',
    labelNames: ['state'],
    look: () => [
      { labels: { state: 'total' }, value: pool.totalCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  });
  metrics.gauge({
    name: 'database_size_bytes',
    help: 'What the database takes on its disk.',
    async look() {
      const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      return [{ value: Number(onlyRow(rows).bytes) }];
    },
  });
  metrics.gauge({
    name: 'live_sockets',
    help: 'Open sockets of signed-in members.',
    look: () => [{ value: socketCount() }],
  });
  metrics.gauge({
    name: 'bus_degraded',
    help: 'Whether live updates between server processes are in trouble, or do without the Redis they should have.',
    look: () => [{ value: isDegraded() ? 1 : 0 }],
  });
  const queues = rememberQueues(db);
  metrics.gauge({
    name: 'job_queue_size',
    help: 'What is in the queue of a job or task, by state: due, active, or failed for good.',
    labelNames: ['name', 'state'],
    look: async () =>
      (await queues()).flatMap(({ name, waiting, active, failed }) =>
        Object.entries({ waiting, active, failed }).map(([state, value]) => ({ labels: { name, state }, value })),
      ),
  });
  metrics.gauge({
    name: 'job_queue_oldest_seconds',
    help: 'For how long the oldest piece of a queue has been due.',
    labelNames: ['name'],
    look: async () =>
      (await queues()).map(({ name, oldestDueAt }) => ({
        labels: { name },
        value: oldestDueAt === null ? 0 : Math.max(0, (databaseNow().getTime() - Date.parse(oldestDueAt)) / 1000),
      })),
  });
  metrics.gauge({
    name: 'data_directory_free_bytes',
    help: 'Room left on the disk of the data directory.',
    look: async () => [{ value: (await diskOf(dataDirectory)).freeBytes }],
  });
}
