import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { query, setUpEmbeddedPostgres } from '../../../test/embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';

const embedded = setUpEmbeddedPostgres();

const titleMigration = {
  name: '0001_titles',
  sql: ['ALTER TABLE posts ADD COLUMN title text'],
  hash: 'titles',
  folderMillis: 1,
};
const singleAttempt = { lockMilliseconds: 1_300, tries: 1, pauseMilliseconds: 0 };

/**
 * Creates a database in which autovacuum works on the table `posts` for minutes. Returns the URLs of the application's
 * role and of a superuser.
 */
async function startAutovacuum(): Promise<{ url: string; superuserUrl: string }> {
  const directory = embedded.usedDirectory();
  await appendFile(path.join(directory, 'cluster', 'pg_hba.conf'), 'host all postgres 127.0.0.1/32 trust\n');
  const { url } = await embedded.start(directory);
  const superuserUrl = new URL(url);
  superuserUrl.username = 'postgres';
  await query(superuserUrl.href, `ALTER SYSTEM SET autovacuum_naptime = '1s'`);
  await query(superuserUrl.href, 'SELECT pg_reload_conf()');
  await query(
    url,
    `DROP SCHEMA IF EXISTS drizzle CASCADE;
     DROP TABLE IF EXISTS posts;
     CREATE TABLE posts (id int) WITH (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100);
     INSERT INTO posts SELECT generate_series(1, 200000);
     DELETE FROM posts WHERE id % 2 = 0`,
  );
  const vacuumsOfPosts = `SELECT FROM pg_stat_progress_vacuum WHERE relid = 'posts'::regclass`;
  await expect.poll(() => query(url, vacuumsOfPosts)).toHaveLength(1);
  return { url, superuserUrl: superuserUrl.href };
}

test('a migration makes autovacuum release its table', async () => {
  const { url } = await startAutovacuum();
  await migrateDatabase(url, { migrations: [titleMigration], lockRetries: { ...singleAttempt, tries: 5 } });
  expect(await query(url, 'SELECT title FROM posts LIMIT 1')).toEqual([{ title: null }]);
});

test("a migration blocked by autovacuum names it, even if its role cannot read other sessions' activity", async () => {
  const { url, superuserUrl } = await startAutovacuum();
  const migrate = () =>
    migrateDatabase(url, { migrations: [titleMigration], lockRetries: { ...singleAttempt, lockMilliseconds: 20 } });
  await expect(migrate()).rejects.toThrow(/Oldest open transactions: autovacuum, process \d+ \(active, \d+ s\)/u);
  await query(superuserUrl, `REVOKE pg_read_all_stats FROM ${new URL(url).username}`);
  await expect(migrate()).rejects.toThrow(/Oldest open transactions: autovacuum, process \d+ \(unknown\)/u);
});
