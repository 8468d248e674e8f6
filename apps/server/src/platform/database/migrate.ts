import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client, DatabaseError } from 'pg';
import { onlyRow, type Queryable } from './database.ts';
import { hastenAutovacuum, listHolders, MigrationLockError, takeTurn, type TurnPatience } from './migration-locks.ts';
import { named } from './statements.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

export interface Migration {
  /** That of its file. */
  readonly name: string;
  readonly sql: readonly string[];
  readonly hash: string;
  /** By which migrations are ordered: what was applied is everything up to the highest that the database has. */
  readonly folderMillis: number;
}

let known: readonly Migration[] | undefined;

/** Every migration of this version, in order. Their files are read once. */
export const knownMigrations = (): readonly Migration[] => (known ??= readMigrations());

function readMigrations(): Migration[] {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder }).map((migration, index) => ({
    ...migration,
    name: entries[index]?.tag ?? '',
  }));
}

interface Patience {
  /**
   * So long after its beginning a migration waits for locks, three tenths longer where autovacuum lets go of a table later
   * (`hastenAutovacuum`). What it has worked counts, too; so that it gets locks after that, it waits a fifth of this for
   * each statement at the least, and one statement that takes several may wait for each. Whoever comes later queues behind
   * those that it waits for and those that it has, readers too: it is well below the 4 s that the server waits for a lock.
   */
  readonly lockMilliseconds: number;
  readonly tries: number;
  /** Between two tries, in which what queued goes on. */
  readonly pauseMilliseconds: number;
}

/** A minute and a half. */
const patience: Patience = { lockMilliseconds: 1_000, tries: 30, pauseMilliseconds: 2_000 };

interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  readonly patience?: Patience;
  readonly turn?: TurnPatience;
  /** Hears of each try that failed and is made again, and of another process that is waited for. */
  readonly tell?: (line: string) => void;
}

/**
 * Brings the database at `url` to the newest migration, each in a transaction of its own, while older servers go on.
 * Processes that start together take turns. A migration that cannot get its locks gives way and is tried again.
 * @throws MigrationLockError when it never got them, or its turn; it says who may be holding them.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<void> {
  const { migrations = knownMigrations(), tell, turn } = options;
  const client = new Client({
    connectionString: url,
    application_name: 'mindful-commons-migrate',
    // It is silent for as long as an index takes: nothing in between may take it for dead, or hide that it is.
    keepAlive: true,
  });
  // It fails the statement that runs; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await takeTurn(client, tell, turn);
    await createLog(client);
    const { rows } = await client.query<{ last: string | null }>(
      'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
    );
    const last = Number(rows[0]?.last ?? -1);
    for (const migration of migrations.filter(({ folderMillis }) => folderMillis > last))
      await applyPatiently(client, migration, options);
  } finally {
    await client.end();
  }
}

const latestMigration = named<{ createdAt: string }>(
  'latest_migration',
  sql`SELECT max(created_at) AS "createdAt" FROM drizzle.__drizzle_migrations`,
);

/** The name of the migration that the database was brought to last; null where a later version did. */
export async function findMigration(db: Queryable): Promise<string | null> {
  const { createdAt } = onlyRow(await latestMigration(db, {}));
  return knownMigrations().find(({ folderMillis }) => folderMillis === Number(createdAt))?.name ?? null;
}

async function createLog(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
}

/** lock_not_available, deadlock_detected. */
const lockFailures = new Set<unknown>(['55P03', '40P01']);

async function applyPatiently(
  client: Client,
  migration: Migration,
  { patience: { lockMilliseconds, tries, pauseMilliseconds } = patience, tell }: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isOutsideTransactions(migration)) await applyOutside(client, migration);
      else await applyInside(client, migration, lockMilliseconds);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || !lockFailures.has(error.code)) throw error;
      const told = `The migration ${migration.name} did not get its locks`;
      const holders = await listHolders(client);
      if (attempt === tries)
        throw new MigrationLockError(
          `${told} in ${tries} tries. It was undone, those before it stay; the version before goes on working. ${holders} End them, or wait, and start again.`,
          { cause: error },
        );
      tell?.(`${told}, and is tried again in ${pauseMilliseconds / 1000} s. ${holders}`);
      await wait(pauseMilliseconds);
    }
  }
}

/** What CREATE INDEX CONCURRENTLY needs; `npm run check` sees to it that such a migration may be begun anew. */
const isOutsideTransactions = ({ sql }: Migration): boolean => sql.some((statement) => concurrently.test(statement));
const concurrently = /\bINDEX\s+CONCURRENTLY\b/iu;

/** It holds nobody up who reads or writes, and waits for them as long as they take. */
async function applyOutside(client: Client, migration: Migration): Promise<void> {
  await client.query('SET lock_timeout = 0');
  for (const statement of migration.sql) await client.query(statement);
  await writeDown(client, migration);
}

async function applyInside(client: Client, migration: Migration, lockMilliseconds: number): Promise<void> {
  const isHastened = await hastenAutovacuum(client);
  const giveUpAt = performance.now() + (isHastened ? lockMilliseconds : 1.3 * lockMilliseconds);
  await client.query('BEGIN');
  try {
    for (const statement of migration.sql) {
      const left = Math.max(lockMilliseconds / 5, giveUpAt - performance.now());
      // Zero would be for ever.
      await client.query(`SET LOCAL lock_timeout = ${Math.ceil(left)}`);
      await client.query(statement);
    }
    await writeDown(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    // A lost connection rolls back by itself.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** The form is that of Drizzle's own migrator. */
async function writeDown(client: Client, { hash, folderMillis }: Migration): Promise<void> {
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    folderMillis,
  ]);
}

/** Applies some of them within a transaction that is open already, in a database that nobody else uses. */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await createLog(client);
  for (const migration of migrations) {
    // No transaction can build an index beside others; here nobody would be held up.
    for (const statement of migration.sql) await client.query(statement.replace(concurrently, 'INDEX'));
    await writeDown(client, migration);
  }
}
