import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { databaseName, prepareCluster, roleName } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';
import { createInvocation } from '../../apps/server/src/platform/embedded-postgres/identity.ts';
import { serverParameters } from '../../apps/server/src/platform/embedded-postgres/settings.ts';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { startProcess } from './processes.ts';
import { type Addition, type PopulationSize, seed } from './seed.ts';

/** Starts a PostgreSQL with full durability and a migrated database, and fills it with a community. */
export async function openDatabase(cleanups: AsyncDisposableStack, size: PopulationSize, additions: Addition[] = []) {
  const { url, pid } = await startPostgres(path.join(await makeFolder(cleanups), 'database'), cleanups);
  await migrateDatabase(url);
  const pool = openPool(url, cleanups);
  await seed(pool, size, additions);
  return { url, pool, postmasterPid: pid };
}

/** Starts the PostgreSQL of the packages as an own process, with full durability and these environment variables. */
export async function startPostgres(
  directory: string,
  cleanups: AsyncDisposableStack,
  variables: Record<string, string> = {},
) {
  await mkdir(directory, { recursive: true });
  const binaries = await findBinaries();
  const { folder, identity, password } = await prepareCluster(directory, binaries, 'full');
  const port = await findFreePort('127.0.0.1');
  const { file, parameters, options } = createInvocation(
    identity,
    binaries.postgres,
    serverParameters(folder, port, 'full'),
  );
  const { env, uid, gid } = options;
  const url = `postgres://${roleName}:${password}@127.0.0.1:${port}/${databaseName}`;
  const start = () =>
    startProcess([file, ...parameters], {
      env: { ...(env as Record<string, string>), ...variables },
      account: uid === undefined || gid === undefined ? undefined : { uid, gid },
      isReady: () => acceptsStatements(url),
      cleanups,
      // The "fast" shutdown: it closes connections and rolls transactions back.
      endWith: 'SIGINT',
    });
  let running = await start();
  return {
    url,
    pid: running.pid,
    async restart() {
      await running.end('SIGINT');
      running = await start();
    },
  };
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
async function acceptsStatements(url: string): Promise<boolean> {
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
