import { statfs } from 'node:fs/promises';
import { databaseNow } from '../database/clock.ts';
import { type Database, onlyRow } from '../database/database.ts';
import { listQueues } from '../jobs/queue-states.ts';
import type { Metrics } from './metrics.ts';

/** Returns the free space (for this process) and the size of the directory's disk in bytes. */
export async function readDiskSpace(directory: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Registers gauges that are read on each scrape: pool, sockets, bus, queues and disk space. */
export function addGauges(
  metrics: Metrics,
  options: { db: Database; dataDirectory: string; socketCount: () => number; isDegraded: () => boolean },
): void {
  const { db, dataDirectory, socketCount, isDegraded } = options;
  const pool = db.$client;
  metrics.gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; "waiting" counts callers without a connection.',
    labelNames: ['state'],
    read: () => [
      { labels: { state: 'total' }, value: pool.totalCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  });
  metrics.gauge({
    name: 'database_size_bytes',
    isShared: true,
    help: 'Size of the database on disk.',
    async read() {
      const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      return [{ value: Number(onlyRow(rows).bytes) }];
    },
  });
  metrics.gauge({
    name: 'live_sockets',
    help: 'Open sockets of signed-in members.',
    read: () => [{ value: socketCount() }],
  });
  metrics.gauge({
    name: 'bus_degraded',
    isShared: true,
    help: '1 if live updates between processes are disturbed or do not use the configured Redis.',
    read: () => [{ value: isDegraded() ? 1 : 0 }],
  });
  metrics.gauge({
    name: 'job_queue_size',
    isShared: true,
    help: 'Size of each queue by state: due, active, or permanently failed.',
    labelNames: ['name', 'state'],
    read: async () =>
      (await listQueues(db)).flatMap(({ name, waiting, active, failed }) =>
        Object.entries({ waiting, active, failed }).map(([state, value]) => ({ labels: { name, state }, value })),
      ),
  });
  metrics.gauge({
    name: 'job_queue_oldest_seconds',
    isShared: true,
    help: 'Seconds since the oldest item of a queue became due.',
    labelNames: ['name'],
    read: async () =>
      (await listQueues(db)).map(({ name, oldestDueAt }) => ({
        labels: { name },
        value: oldestDueAt === null ? 0 : Math.max(0, (databaseNow().getTime() - Date.parse(oldestDueAt)) / 1000),
      })),
  });
  metrics.gauge({
    name: 'data_directory_free_bytes',
    isShared: true,
    help: 'Free space on the disk of the data directory.',
    read: async () => [{ value: (await readDiskSpace(dataDirectory)).freeBytes }],
  });
}
