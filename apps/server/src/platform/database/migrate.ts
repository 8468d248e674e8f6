import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** An arbitrary number, the same in every process: who holds it may migrate. */
const migrationLockKey = 7_266_374;

/**
 * Brings the database at `url` to the newest migration. Processes that start together take turns; a migration that
 * cannot get its table lock within 5 s gives up rather than queue every reader behind it.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'mindful-commons-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLockKey]);
    await client.query("SET lock_timeout = '5s'");
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
