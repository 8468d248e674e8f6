import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, type Pool } from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts';
import type * as population from '../apps/server/test/population.ts';
import { checkOut, commitBeforeLastMigration, git } from './lib/checkout.ts';
import { openPool } from './lib/database.ts';
import { type Measurement, rounded } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { sessionSecret, startServer } from './lib/server-process.ts';
import { emptyVisits, type Visits, visitUntil } from './lib/visits.ts';
import { makeFolder } from './lib/workspace.ts';

const root = path.resolve(import.meta.dirname, '..');
const visitors = 8;
const secondsOfEachPhase = { full: 10, quick: 4 };
/** Longer than a migration's lock timeout, but shorter than the time for which it retries. */
const reportSeconds = 4;

/**
 * Upgrades a server under load. A server of an older commit runs; one of a newer commit starts on the same database and
 * migrates it while a report locks the tables. Both run for a while, then the older one stops. `UPGRADE_FROM` and
 * `UPGRADE_TO` name the commits. Defaults: the commit before the newest migration, and the current checkout.
 */
export async function measureUpgrade({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { UPGRADE_FROM: from = await commitBeforeLastMigration(), UPGRADE_TO: to } = process.env;
  const before = await checkOut(from, cleanups);
  const after = to === undefined ? root : await checkOut(to, cleanups);
  const seconds = quick ? secondsOfEachPhase.quick : secondsOfEachPhase.full;

  const folder = await makeFolder(cleanups);
  const postgres = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), durability: 'full' });
  cleanups.defer(() => postgres.stop());
  const variables = { DATABASE_URL: postgres.url, DATA_DIR: folder };
  const start = (checkout: string) =>
    startServer(variables, cleanups, [path.join(checkout, 'apps/server/src/main.ts')]);

  const older = await start(before);
  const pool = openPool(postgres.url, cleanups);
  const members = await openCommunity(pool, before, quick);
  const migrationsBefore = await countMigrations(pool);

  const phases: Record<string, Visits> = {};
  let currentVisits = (phases['the version before alone'] = emptyVisits());
  let servers = [older.url];
  let callCount = 0;
  const visiting = new AbortController();
  const choose = () => servers[callCount++ % servers.length] ?? older.url;
  const visitsDone = visitUntil(visiting.signal, choose, members, visitors, () => currentVisits);
  await wait(seconds * 1000);

  currentVisits = phases['while the new version starts and migrates'] = emptyVisits();
  const reportDone = holdReport(postgres.url);
  const newer = await start(after);
  await reportDone;
  currentVisits = phases['both versions'] = emptyVisits();
  servers = [older.url, newer.url];
  await wait(seconds * 1000);

  currentVisits = phases['while the version before stops'] = emptyVisits();
  // The proxy sends no more calls to the older server. It completes the requests in flight.
  servers = [newer.url];
  await older.end('SIGTERM');
  await wait(seconds * 1000);
  visiting.abort();
  await visitsDone;

  const migrations = (await countMigrations(pool)) - migrationsBefore;
  const [short, title] = [await git('rev-parse', '--short', from), await git('log', '-1', '--format=%s', from)];
  const lost = await countLost(pool, Object.values(phases));
  return [
    {
      name: 'migrations',
      value: migrations,
      unit: '',
      note: `from ${short} (${title}) to ${to ?? 'this checkout'}; rate limits off; a report holds all tables for ${reportSeconds} s`,
    },
    { name: 'the new version is ready after', value: rounded(newer.readyMilliseconds / 1000, 2), unit: 's' },
    ...Object.entries(phases).flatMap(describePhase),
    { name: 'acknowledged posts and messages that are lost', value: lost, unit: '', target: { atMost: 0 } },
    await checkData(postgres.url, after, folder),
  ];
}

async function openCommunity(pool: Pool, checkout: string, quick: boolean): Promise<SignedInMember[]> {
  const program = pathToFileURL(path.join(checkout, 'apps/server/test/population.ts')).href;
  const { populate } = (await import(program)) as typeof population;
  const client = await pool.connect();
  await populate(client, quick ? { members: 1_000, posts: 20_000 } : { members: 10_000, posts: 200_000 });
  await client.query('ANALYZE');
  client.release(true);
  const members = await signInMembers(pool, 400);
  await deleteBlocks(pool);
  await connectPairs(pool, members);
  return members;
}

/** Holds a read lock on every table for four seconds, as a long report does. A migration has to wait for it. */
async function holdReport(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'a report' });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
  await wait(reportSeconds * 1000);
  await client.query('COMMIT');
  await client.end();
}

async function countMigrations(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations',
  );
  return rows[0]?.count ?? 0;
}

async function countLost(pool: Pool, phases: Visits[]): Promise<number> {
  const { rows } = await pool.query<{ lost: number }>(
    `SELECT (SELECT count(*)::int FROM unnest($1::uuid[]) AS id WHERE id NOT IN (SELECT id FROM posts))
          + (SELECT count(*)::int FROM unnest($2::uuid[]) AS id WHERE id NOT IN (SELECT id FROM messages)) AS lost`,
    [phases.flatMap(({ posts }) => posts), phases.flatMap(({ messages }) => messages)],
  );
  return rows[0]?.lost ?? Number.NaN;
}

function describePhase([phase, { calls, refused, wrong, slowestMilliseconds }]: [string, Visits]): Measurement[] {
  const none = { unit: '', bar: { atMost: 0 } };
  const first = [...new Set([...refused, ...wrong])].slice(0, 3).join(' | ');
  return [
    { name: `calls refused ${phase}`, value: refused.length, ...none, note: `of ${calls}${first && `: ${first}`}` },
    { name: `wrong responses ${phase}`, value: wrong.length, ...none },
    { name: `slowest response ${phase}`, value: rounded(slowestMilliseconds), unit: 'ms' },
  ];
}

/** Enough for the jobs that run each minute and migrate existing rows in batches. */
const catchUpSeconds = 240;

/** Runs the new version's `check-data` until its jobs have completed the migration of existing rows. */
async function checkData(url: string, checkout: string, folder: string): Promise<Measurement> {
  const startedAt = performance.now();
  let differing = await recount(url, checkout, folder);
  const secondsSince = () => rounded((performance.now() - startedAt) / 1000);
  while (differing.length > 0 && secondsSince() < catchUpSeconds) {
    await wait(5_000);
    differing = await recount(url, checkout, folder);
  }
  const note = differing.slice(0, 3).join(' | ') || `jobs caught up after ${secondsSince()} s`;
  return { name: 'recounts that differ', value: differing.length, unit: '', target: { atMost: 0 }, note };
}

/** Runs `check-data` and returns the lines with differences. */
async function recount(url: string, checkout: string, folder: string): Promise<string[]> {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SESSION_SECRET: sessionSecret };
  const program = path.join(checkout, 'apps/server/src/check-data.ts');
  try {
    await promisify(execFile)(process.execPath, [program], { cwd: folder, env });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = stdout.split('\n').filter((line) => line.includes(' differ'));
    return lines.length > 0 ? lines : [`check-data failed: ${stderr.slice(-200)}`];
  }
}
