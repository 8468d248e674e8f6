import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settingNames, settingOf } from '@commons/contract/settings';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { lockKey } from '../database/advisory-locks.ts';
import { applyMigrations, knownMigrations } from '../database/migrate.ts';
import { findNewSql } from '../database/repeatable-sql.ts';
import { openJobs, insertPendingTasks, type PendingTask } from '../jobs/jobs.ts';
import { OperatorError } from '../operator-error.ts';
import type { ArchivedFile } from './archive.ts';
import { type Manifest, tableFile, pendingTasksFile } from './manifest.ts';
import { connectForCopying, quoteName } from './sessions.ts';

/** Loads a backup into an empty database in one transaction. */
export type Load = {
  /** Loads a file of the backup. Returns false for files outside the database. */
  loadFile: (file: ArchivedFile) => Promise<boolean>;
  /** Restores constraints and indexes, and migrates the database to this version. */
  finish: () => Promise<void>;
  commit: () => Promise<void>;
  /** Closes the connection and rolls back uncommitted changes. */
  close: () => Promise<void>;
};

/**
 * Tables that give access to accounts: sessions, and one-time links and codes. Some may have been revoked or used since
 * the backup. None of them are restored, and everyone must sign in again.
 */
const accountAccessTables = ['sessions', 'verifications'] as const;

/**
 * Settings of the storage. A restore writes the files to the disk, or to the bucket that the environment names. With the
 * old settings, a copy of the community would change and delete files in the bucket of the original.
 */
const storageSettings = settingNames.filter((name) => settingOf(name).group === 'storage');

/** @throws OperatorError if this version does not know the migrations of the backup. */
export function assertKnownVersion({ migrations, version }: Manifest): void {
  const known = knownMigrations();
  if (migrations.every(({ hash }, index) => hash === known[index]?.hash)) return;
  throw new OperatorError(
    `The backup was taken by version ${version}, which is newer than this version, or it was modified. Install that version. Nothing was changed.`,
  );
}

/** @throws OperatorError if the database contains tables. */
export async function assertDatabaseIsEmpty(url: string): Promise<void> {
  const client = await connectForCopying(url);
  try {
    await assertNoTables(client);
  } finally {
    await client.end();
  }
}

async function assertNoTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname || '.' || relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname IN ('public', 'drizzle')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY 1 LIMIT 1`,
  );
  if (rows[0])
    throw new OperatorError(
      `The database is not empty: it has the table ${rows[0].name}. Restore into a new one. Nothing was changed.`,
    );
}

/**
 * Opens a transaction with the backup's schema and empty tables.
 * @throws OperatorError if the database is in use or not empty.
 */
export async function openLoad(url: string, manifest: Manifest): Promise<Load> {
  const client = await connectForCopying(url);
  let hasCreatedJobs = false;
  let isCommitted = false;
  const close = async () => {
    // The caller gets the first error. A lost connection rolls back by itself.
    if (!isCommitted) await client.query('ROLLBACK').catch(() => {});
    if (!isCommitted && hasCreatedJobs) await client.query('DROP SCHEMA jobs CASCADE').catch(() => {});
    await client.end();
  };
  try {
    // Prevents a server from migrating the database and another restore from starting.
    const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [
      lockKey('migrating'),
    ]);
    if (!rows[0]?.isHeld) throw new OperatorError('Another process is using this database. Nothing was changed.');
    await assertNoTables(client);
    hasCreatedJobs = await createQueues(client, url, Object.keys(manifest.waiting));

    await client.query('BEGIN');
    const { length } = manifest.migrations;
    await applyMigrations(client, knownMigrations().slice(0, length));
    const restoreStatements = await dropConstraints(client);
    await emptyTables(client, manifest);
    await client.query(
      'CREATE TEMP TABLE pending_tasks (position bigint GENERATED ALWAYS AS IDENTITY, task jsonb) ON COMMIT DROP',
    );
    return {
      loadFile: (file) => loadArchivedFile(client, manifest, file),
      async finish() {
        for (const statement of restoreStatements) await client.query(statement);
        for (const { name, lastValue, isCalled } of manifest.sequences)
          await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoteName(name), lastValue, isCalled]);
        await insertPendingTasks(client, readPendingTasks(client));
        await applyMigrations(client, knownMigrations().slice(length));
        for (const statement of await findNewSql(client)) await client.query(statement);
        for (const table of accountAccessTables) await client.query(`DELETE FROM ${quoteName(table)}`);
        await client.query(
          'UPDATE settings SET value = NULL, encrypted = NULL, revision = revision + 1 WHERE name = ANY($1)',
          [storageSettings],
        );
        // Without statistics, the first queries would be planned for empty tables.
        await client.query('ANALYZE');
      },
      async commit() {
        await client.query('COMMIT');
        isCommitted = true;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the job queues in separate transactions. Returns whether the schema did not exist before. */
async function createQueues(client: Client, url: string, names: string[]): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regnamespace('jobs') IS NOT NULL AS exists`);
  const jobs = await openJobs({ connectionString: url, schedule: false, supervise: false }, { warn: () => undefined });
  await jobs.prepare(names);
  await jobs.stop();
  return rows[0]?.exists === false;
}

/** Empties the tables, because migrations insert rows. */
async function emptyTables(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) await client.query(`TRUNCATE ${quoteName(name)}`);
}

async function loadArchivedFile(client: Client, manifest: Manifest, { name, content }: ArchivedFile): Promise<boolean> {
  if (name === pendingTasksFile) {
    await copyInto(client, 'pending_tasks (task)', content);
    return true;
  }
  const table = manifest.tables.find((each) => tableFile(each.name) === name);
  if (!table) return false;
  const rows = await copyInto(client, `${quoteName(table.name)} (${table.columns.map(quoteName).join(', ')})`, content);
  if (rows !== table.rows)
    throw new OperatorError(
      `The backup contains ${rows} instead of ${table.rows} rows of ${table.name}. Nothing was changed.`,
    );
  return true;
}

async function copyInto(client: Client, target: string, content: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  await pipeline(Readable.from(content, { objectMode: false }), copy);
  return copy.rowCount;
}

/**
 * Removes foreign keys and indexes, which would reject or slow down rows in arbitrary order. Triggers do not exist yet.
 * Returns the statements that restore them and validate every row.
 */
async function dropConstraints(client: Client): Promise<string[]> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY relname, conname`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = indrelid AND deptype = 'e')
     ORDER BY relname`,
  );
  for (const { table, name } of references)
    await client.query(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${quoteName(name)}`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...references.map(
      ({ table, name, definition }) =>
        `ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`,
    ),
  ];
}

const pendingTasksPerBatch = 500;

async function* readPendingTasks(client: Client): AsyncGenerator<PendingTask[]> {
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string; task: PendingTask }>(
      'SELECT position, task FROM pending_tasks WHERE position > $1 ORDER BY position LIMIT $2',
      [after, pendingTasksPerBatch],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ task }) => task);
    after = last.position;
  }
}
