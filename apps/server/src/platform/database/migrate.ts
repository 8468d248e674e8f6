import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Client, DatabaseError, escapeLiteral } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { onlyRow, openConnection, type Queryable } from './database.ts';
import { describeOpenTransactions, acquireMigrationLock, type MigrationLockLimits } from './migration-locks.ts';
import { namedStatement } from './named-statements.ts';
import { findNewSql } from './repeatable-sql.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

export interface Migration {
  /** The name of its file. */
  readonly name: string;
  readonly sql: readonly string[];
  readonly hash: string;
  /** Defines the order. All migrations up to the highest value in the database have been applied. */
  readonly folderMillis: number;
}

let cachedMigrations: readonly Migration[] | undefined;

/** Returns every migration of this version, in order. Reads the files once. */
export const knownMigrations = (): readonly Migration[] => (cachedMigrations ??= readMigrations());

function readMigrations(): Migration[] {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder }).map((migration, index) => ({
    ...migration,
    name: entries[index]?.tag ?? '',
  }));
}

interface LockRetries {
  /**
   * Time limit for locks, measured from the start of a migration. Running statements use up this time too, but every
   * statement may wait at least a fifth of it for each lock. The limit is above `deadlock_timeout` (one second), after
   * which PostgreSQL cancels an autovacuum that holds the lock. Other sessions, including readers, queue behind a
   * waiting migration, so the limit is well below the server's own lock timeout of 4 s.
   */
  readonly lockMilliseconds: number;
  readonly tries: number;
  /** Pause between attempts, so that queued statements can run. */
  readonly pauseMilliseconds: number;
}

/** About 90 seconds in total. */
const lockRetries: LockRetries = { lockMilliseconds: 1_300, tries: 30, pauseMilliseconds: 2_000 };

interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  readonly lockRetries?: LockRetries;
  readonly lockLimits?: MigrationLockLimits;
  /** Called with a message for each failed attempt, and once if another process is migrating. */
  readonly report?: (line: string) => void;
}

/**
 * Applies all new migrations to the database at `url`, each in its own transaction, while older servers keep running.
 * Then updates functions and triggers (`repeatable-sql.ts`).
 * Only one process migrates at a time. A migration that cannot get its locks rolls back and is retried.
 * @throws OperatorError if a migration never got its locks, or if another process migrated for too long. The
 * message names the sessions that may hold the locks.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<void> {
  const { migrations = knownMigrations(), report, lockLimits } = options;
  const client = await openConnection(url, 'mindful-commons-migrate');
  try {
    await acquireMigrationLock(client, report, lockLimits);
    await createMigrationsTable(client);
    const { rows } = await client.query<{ last: string | null }>(
      'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
    );
    const lastAppliedAt = Number(rows[0]?.last ?? -1);
    for (const migration of migrations.filter(({ folderMillis }) => folderMillis > lastAppliedAt))
      await applyWithRetries(client, `The migration ${migration.name}`, statementsOf(migration), options);
    if (options.migrations === undefined) {
      const newSql = await findNewSql(client);
      if (newSql.length > 0) await applyWithRetries(client, 'The update of functions and triggers', newSql, options);
    }
  } finally {
    await client.end();
  }
}

const latestMigration = namedStatement(
  'latest_migration',
  sql`SELECT max(created_at) AS "createdAt" FROM drizzle.__drizzle_migrations`,
  { columns: { createdAt: 'bigint' } },
);

/** Returns the name of the latest applied migration; null if a later version applied it. */
export async function findMigration(db: Queryable): Promise<string | null> {
  const { createdAt } = onlyRow(await latestMigration(db, {}));
  return knownMigrations().find(({ folderMillis }) => folderMillis === Number(createdAt))?.name ?? null;
}

async function createMigrationsTable(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
}

/** lock_not_available, deadlock_detected. */
const lockFailures = new Set<unknown>(['55P03', '40P01']);

async function applyWithRetries(
  client: Client,
  name: string,
  statements: readonly string[],
  { lockRetries: { lockMilliseconds, tries, pauseMilliseconds } = lockRetries, report }: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (runsWithoutTransaction(statements)) await applyWithoutTransaction(client, statements);
      else await applyInTransaction(client, statements, lockMilliseconds);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || !lockFailures.has(error.code)) throw error;
      const failure = `${name} could not get its locks`;
      const openTransactions = await describeOpenTransactions(client);
      if (attempt === tries)
        throw new OperatorError(
          `${failure} in ${tries} attempts. It was rolled back; earlier migrations stay, and the previous version keeps working. ${openTransactions} End these sessions or wait, then start again.`,
          { cause: error },
        );
      report?.(`${failure} and will be retried in ${pauseMilliseconds / 1000} s. ${openTransactions}`);
      await wait(pauseMilliseconds);
    }
  }
}

/**
 * CREATE INDEX CONCURRENTLY cannot run in a transaction. `npm run check` verifies that such a migration can be
 * repeated.
 */
const runsWithoutTransaction = (statements: readonly string[]): boolean =>
  statements.some((statement) => concurrently.test(statement));
const concurrently = /\bINDEX\s+CONCURRENTLY\b/iu;

/** CONCURRENTLY blocks no readers or writers, so it may wait for them without a timeout. */
async function applyWithoutTransaction(client: Client, statements: readonly string[]): Promise<void> {
  await client.query('SET lock_timeout = 0');
  for (const statement of statements) await client.query(statement);
}

async function applyInTransaction(
  client: Client,
  statements: readonly string[],
  lockMilliseconds: number,
): Promise<void> {
  const deadline = performance.now() + lockMilliseconds;
  await client.query('BEGIN');
  try {
    for (const statement of statements) {
      const remaining = Math.max(lockMilliseconds / 5, deadline - performance.now());
      // Zero would disable the timeout.
      await client.query(`SET LOCAL lock_timeout = ${Math.ceil(remaining)}`);
      await client.query(statement);
    }
    await client.query('COMMIT');
  } catch (error) {
    // A lost connection rolls back by itself.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Returns the statements of a migration. The last one records it in the format of Drizzle's own migrator. */
const statementsOf = ({ sql: statements, hash, folderMillis }: Migration): string[] => [
  ...statements,
  `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${escapeLiteral(hash)}, ${folderMillis})`,
];

/** Applies migrations within an open transaction, in a database that no other session uses. */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await createMigrationsTable(client);
  for (const migration of migrations) {
    // CONCURRENTLY is not possible in a transaction, and not needed without other sessions.
    for (const statement of statementsOf(migration)) await client.query(statement.replace(concurrently, 'INDEX'));
  }
}
