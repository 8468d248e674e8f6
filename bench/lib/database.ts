import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { requireDefined } from './require-defined.ts';
import { makeFolder } from './workspace.ts';

export type BenchDatabase = { url: string; pool: Pool; postmasterPid: number };

/** Starts an embedded PostgreSQL with full durability and applies every migration. */
export async function openDatabase(cleanups: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = await makeFolder(cleanups);
  const postgres = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), durability: 'full' });
  cleanups.defer(() => postgres.stop());
  await migrateDatabase(postgres.url);
  const pidFile = await readFile(path.join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8');
  const postmasterPid = Number(pidFile.split('\n', 1)[0]);
  return { url: postgres.url, pool: openPool(postgres.url, cleanups), postmasterPid };
}

/** Opens a pool for the benchmark's own queries. */
export function openPool(url: string, cleanups: AsyncDisposableStack): Pool {
  const pool = new Pool({ connectionString: url, max: 4 });
  // Benchmarks that kill PostgreSQL break idle connections.
  pool.on('error', () => {});
  cleanups.defer(() => pool.end());
  return pool;
}

/** Returns the number of deadlocks in this database so far. */
export async function countDeadlocks(pool: Pool): Promise<number> {
  // Sessions report their statistics after one second of idle time.
  await wait(1_500);
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return requireDefined(rows[0]).deadlocks;
}
