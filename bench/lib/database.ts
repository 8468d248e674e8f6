import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';

export type BenchDatabase = { url: string; pool: Pool; postmasterPid: number };

/** Starts an embedded PostgreSQL with full durability and applies every migration. */
export async function openDatabase(cleanups: AsyncDisposableStack): Promise<BenchDatabase> {
  const directory = path.join(await makeFolder(cleanups), 'database');
  const postgres = await startEmbeddedPostgres({ directory, durability: 'full' });
  cleanups.defer(() => postgres.stop());
  await migrateDatabase(postgres.url);
  return { url: postgres.url, pool: openPool(postgres.url, cleanups), postmasterPid: await postmasterPidOf(directory) };
}

/** Opens a pool for the benchmark's own queries. */
export function openPool(url: string, cleanups: AsyncDisposableStack): Pool {
  const pool = new Pool({ connectionString: url, max: 4 });
  // Benchmarks that kill PostgreSQL break idle connections.
  pool.on('error', () => {});
  cleanups.defer(() => pool.end());
  return pool;
}

/** Returns whether PostgreSQL accepts statements. It accepts connections earlier. */
export async function acceptsStatements(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Reads the process id of the PostgreSQL whose cluster is in this directory. */
export async function postmasterPidOf(directory: string): Promise<number> {
  const text = await readFile(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  // Pid 0 would signal this process and its whole group.
  if (!(pid > 1)) throw new Error(`No PostgreSQL runs in ${directory}.`);
  return pid;
}

/** Creates a temporary folder that the account of PostgreSQL can read. It is deleted at the end. */
export async function makeFolder(cleanups: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-bench-'));
  await chmod(folder, 0o755);
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  cleanups.defer(async () => {
    process.off('exit', removeNow);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}
