import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { present } from './present.ts';
import { makeFolder } from './workspace.ts';

export type BenchDatabase = { url: string; pool: Pool; postmasterPid: number };

/** An embedded PostgreSQL with full durability and every migration applied. */
export async function openDatabase(cleanups: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = await makeFolder(cleanups);
  const postgres = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), durability: 'full' });
  cleanups.defer(() => postgres.stop());
  await migrateDatabase(postgres.url);
  const pidFile = await readFile(path.join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8');
  const postmasterPid = Number(pidFile.split('\n', 1)[0]);
  return { url: postgres.url, pool: openPool(postgres.url, cleanups), postmasterPid };
}

/** A pool for the program's own questions. */
export function openPool(url: string, cleanups: AsyncDisposableStack): Pool {
  const pool = new Pool({ connectionString: url, max: 4 });
  // Programs that kill PostgreSQL break idle connections.
  pool.on('error', () => {});
  cleanups.defer(() => pool.end());
  return pool;
}

/** How often transactions of this database waited for each other until PostgreSQL ended one of them. */
export async function countDeadlocks(pool: Pool): Promise<number> {
  // Sessions hand their statistics in when they have been idle for a second.
  await wait(1_500);
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return present(rows[0]).deadlocks;
}
