import path from 'node:path';
import { Pool } from 'pg';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { makeFolder } from './workspace.ts';

export type BenchDatabase = { url: string; pool: Pool };

/** An embedded PostgreSQL with full durability and every migration applied. */
export async function openDatabase(cleanups: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = await makeFolder(cleanups);
  const postgres = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), durability: 'full' });
  cleanups.defer(() => postgres.stop());
  await migrateDatabase(postgres.url);
  return { url: postgres.url, pool: openPool(postgres.url, cleanups) };
}

/** A pool for the program's own questions. */
export function openPool(url: string, cleanups: AsyncDisposableStack): Pool {
  const pool = new Pool({ connectionString: url, max: 4 });
  // Programs that kill PostgreSQL break idle connections.
  pool.on('error', () => {});
  cleanups.defer(() => pool.end());
  return pool;
}
