import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lockKey } from '../database/advisory-locks.ts';
import { casing, type Database, databaseErrorCode, onlyRow } from '../database/database.ts';
import { OperatorError } from '../operator-error.ts';
import type { Manifest } from './manifest.ts';
import { connectForCopying, quoteName } from './sessions.ts';

type Table = { name: string; columns: string[] };

/** The database at one point in time. */
export type Snapshot = {
  takenAt: Date;
  postgres: string;
  migrations: Manifest['migrations'];
  tables: Table[];
  /** Reads the rows of a table in COPY format. Returns their number at the end. */
  readTable: (table: Table) => AsyncGenerator<Buffer, number>;
  /** Reads pending tasks, one JSON object per line. Returns their number by task name at the end. */
  readPendingTasks: () => AsyncGenerator<Buffer, Manifest['waiting']>;
  readSequences: () => Promise<Manifest['sequences']>;
  db: Pick<Database, 'select'>;
  close: () => Promise<void>;
};

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Finds the community's tables. Leaves out unlogged tables, which a crash would empty, and tables of extensions. */
const findTables = `
  SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  GROUP BY relname ORDER BY relname`;

const hasJobsQuery = `SELECT to_regclass('jobs.job') IS NOT NULL AS "hasJobs"`;
/** Scheduled jobs are left out: every start creates the schedules again. */
const isPending = `state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss%'
  AND name NOT IN (SELECT name FROM jobs.schedule)`;

/** Maximum attempts, one second apart, to take the snapshot while no task is running. */
const maxTries = 5;

/**
 * Opens a snapshot without blocking readers or writers. Until it is closed, migrations wait and unused files are kept.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForCopying(url);
  try {
    return await readSnapshot(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readSnapshot(client: Client): Promise<Snapshot> {
  const query: Query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  const [lock] = await query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [lockKey('backup')]);
  // A file cleanup holds the lock only briefly.
  if (!lock?.isHeld) await query('SELECT pg_advisory_lock($1)', [lockKey('backup')]).catch(throwBackupInProgress);

  const lockedTables = await query<Table>(findTables);
  const names = lockedTables.map(({ name }) => `public.${quoteName(name)}`).join(', ');
  for (let tries = 1; ; tries += 1) {
    await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Locks the tables before the first reading statement, which defines the snapshot. No migration can then change a
    // table after the snapshot.
    await query(`LOCK TABLE drizzle.__drizzle_migrations, ${names} IN ACCESS SHARE MODE`);
    const [{ isIdle } = { isIdle: true }] = await checkIsIdle(query);
    if (isIdle || tries === maxTries) break;
    await query('ROLLBACK');
    await wait(1_000);
  }
  const tables = await query<Table>(findTables);
  const properties = await query<{ takenAt: Date; postgres: string }>(
    `SELECT now() AS "takenAt", current_setting('server_version') AS postgres`,
  );
  const migrations = await query<Manifest['migrations'][number]>(
    'SELECT hash, created_at::text AS "createdAt" FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );

  async function* copy(text: string): AsyncGenerator<Buffer, number> {
    const stream = client.query(copyTo(text));
    yield* stream as AsyncIterable<Buffer>;
    // The stream ends with the last row. The row count arrives afterwards, when the statement is complete.
    await query('SELECT');
    return stream.rowCount;
  }

  return {
    ...onlyRow(properties),
    migrations,
    tables,
    db: drizzle({ client, casing }),
    readTable: ({ name, columns }) =>
      copy(`COPY public.${quoteName(name)} (${columns.map(quoteName).join(', ')}) TO STDOUT`),
    async *readPendingTasks() {
      const [jobsTable] = await query<{ hasJobs: boolean }>(hasJobsQuery);
      if (!jobsTable?.hasJobs) return {};
      const taskAsJson = `jsonb_build_object('name', name, 'id', id, 'data', data, 'priority', priority, 'startAfter', start_after)`;
      yield* copy(`COPY (SELECT ${taskAsJson} FROM jobs.job WHERE ${isPending} ORDER BY id) TO STDOUT`);
      const counts = await query<{ name: string; tasks: number }>(
        `SELECT name, count(*)::int AS tasks FROM jobs.job WHERE ${isPending} GROUP BY name ORDER BY name`,
      );
      return Object.fromEntries(counts.map(({ name, tasks }) => [name, tasks]));
    },
    readSequences: () =>
      query(
        `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS "lastValue", last_value IS NOT NULL AS "isCalled"
         FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
      ),
    close: () => client.end(),
  };
}

/**
 * Checks that no task is due or running. A mail that is being sent during the snapshot would be sent again after a
 * restore.
 */
async function checkIsIdle(query: Query): Promise<{ isIdle: boolean }[]> {
  const [jobsTable] = await query<{ hasJobs: boolean }>(hasJobsQuery);
  if (!jobsTable?.hasJobs) return [];
  return query(
    `SELECT NOT EXISTS (SELECT FROM jobs.job WHERE ${isPending} AND start_after <= now()) OR NOT EXISTS (
       SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'mindful-commons-jobs'
     ) AS "isIdle"`,
  );
}

/** SQLSTATE of a lock timeout. */
const lockNotAvailable = '55P03';

function throwBackupInProgress(error: unknown): never {
  if (databaseErrorCode(error) !== lockNotAvailable) throw error;
  throw new OperatorError('Another backup of this community is running. Wait until it has finished.', { cause: error });
}
