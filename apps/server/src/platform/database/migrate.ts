import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { lockKey } from './advisory-locks.ts';
import { onlyRow, type Queryable } from './database.ts';
import { named } from './statements.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Brings the database at `url` to the newest migration. Processes that start together take turns; a migration that
 * cannot get its table lock within 5 s gives up rather than queue every reader behind it.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'mindful-commons-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey('migrating')]);
    await client.query("SET lock_timeout = '5s'");
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** Every migration of this version, in order. */
export const knownMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder });

const latestMigration = named<{ createdAt: string }>(
  'latest_migration',
  sql`SELECT max(created_at) AS "createdAt" FROM drizzle.__drizzle_migrations`,
);

/** The name of the migration that the database was brought to last; null where a later version did. */
export async function findMigration(db: Queryable): Promise<string | null> {
  const { createdAt } = onlyRow(await latestMigration(db, {}));
  const journal = await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] };
  return entries.find(({ when }) => when === Number(createdAt))?.tag ?? null;
}

/**
 * Applies some of them within a transaction that is open already, and takes them down as `migrate` does, which always
 * begins one of its own.
 */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
