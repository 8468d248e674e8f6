import { statfs } from 'node:fs/promises';
import { type Database, onlyRow } from '../database/database.ts';
import { listQueues } from '../jobs/queue-states.ts';
import type { Metrics } from './metrics.ts';

/** How much room there is on the disk of a directory, in bytes; free is what this process may use of it. */
export async function diskOf(directory: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
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
  // One look for both: Prometheus reads all figures at once.
  let looking: ReturnType<typeof listQueues> | undefined;
  const queues = () =>
    (looking ??= listQueues(db).finally(() => {
      looking = undefined;
    }));
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
        value: oldestDueAt === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldestDueAt)) / 1000),
      })),
  });
  metrics.gauge({
    name: 'data_directory_free_bytes',
    help: 'Room left on the disk of the data directory.',
    look: async () => [{ value: (await diskOf(dataDirectory)).freeBytes }],
  });
}
