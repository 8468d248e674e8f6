import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { OperatorError } from '../operator-error.ts';
import { applyMigrations, knownMigrations, type Migration, migrateDatabase } from './migrate.ts';

let url: string;
let clients: Client[];

const createMigration = (name: string, ...sql: string[]): Migration => ({
  name,
  sql,
  hash: name,
  folderMillis: Number(name.slice(0, 4)),
});
const postsMigration = createMigration('0001_posts', 'CREATE TABLE posts (id int, content text)');
const indexMigration = createMigration(
  '0002_posts-by-id',
  'DROP INDEX CONCURRENTLY IF EXISTS posts_by_id',
  'CREATE UNIQUE INDEX CONCURRENTLY posts_by_id ON posts (id)',
);
const titleMigration = createMigration('0003_titles', 'ALTER TABLE posts ADD COLUMN title text');

const fastRetries = { lockMilliseconds: 20, tries: 3, pauseMilliseconds: 10 };
const manyRetries = { ...fastRetries, tries: 10_000 };

beforeEach(async () => {
  url = await emptyDatabase();
  clients = [];
  await migrateDatabase(url, { migrations: [postsMigration] });
});
afterEach(async () => {
  for (const client of clients) await client.end();
});

async function connect(name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name });
  await client.connect();
  clients.push(client);
  return client;
}

const readAppliedHashes = async () =>
  (await query(url, 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')).map(hashOf);
const hashOf = (row: unknown) => (row as { hash: string }).hash;

const listIndexes = () =>
  query(
    url,
    `SELECT relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname LIKE 'posts_by%'`,
  );

/** Waits until the migration is blocked by a lock. */
const waitUntilBlocked = async () => {
  await expect
    .poll(() =>
      query(
        url,
        `SELECT FROM pg_stat_activity WHERE application_name = 'mindful-commons-migrate' AND wait_event_type = 'Lock' AND datname = current_database()`,
      ),
    )
    .toHaveLength(1);
};

/** A migration statement that records its lock timeout. */
const recordLockTimeout = `CREATE TABLE time_left AS SELECT setting::int AS ms FROM pg_settings WHERE name = 'lock_timeout'`;
const readRecordedTimeout = async () => (await query(url, 'SELECT ms FROM time_left'))[0]?.['ms'];

test('the migrations are read once, in the order of their file names', () => {
  const names = knownMigrations().map(({ name }) => name);
  expect(names[0]).toBe('0000_baseline');
  expect(names).toEqual(names.toSorted());
  expect(knownMigrations()).toBe(knownMigrations());
});

test('a migration waits for a reader of its table, and other members can read in the meantime', async () => {
  const reader = await connect('a report');
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM posts');
  const report = vi.fn<(line: string) => void>();
  const migration = migrateDatabase(url, {
    migrations: [postsMigration, titleMigration],
    lockRetries: manyRetries,
    report,
  });
  await expect.poll(() => report.mock.calls.length).toBeGreaterThan(1);
  expect(report.mock.lastCall?.[0]).toContain('The migration 0003_titles could not get its locks and will be retried');
  await (await connect('a member')).query('SELECT * FROM posts');
  await reader.query('COMMIT');
  await migration;
  expect(await readAppliedHashes()).toEqual([postsMigration.name, titleMigration.name]);
});

test('a migration that never gets its locks is rolled back and names the sessions that hold them', async () => {
  const reader = await connect('a long report');
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM posts');
  const moodsMigration = createMigration('0002_moods', 'CREATE TABLE moods (id int)');
  const failingMigration = createMigration('0003_titles', 'CREATE TABLE titles (id int)', ...titleMigration.sql);
  const failure = await migrateDatabase(url, {
    migrations: [postsMigration, moodsMigration, failingMigration],
    lockRetries: fastRetries,
  }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as Error).message).toMatch(
    /The migration 0003_titles could not get its locks in 3 attempts.*a long report, process \d+ \(idle in transaction, \d+ s\)/u,
  );
  expect(await readAppliedHashes()).toEqual([postsMigration.name, moodsMigration.name]);
  expect(await query(url, `SELECT to_regclass('titles') AS titles`)).toEqual([{ titles: null }]);

  await reader.query('COMMIT');
  await migrateDatabase(url, {
    migrations: [postsMigration, moodsMigration, failingMigration],
    lockRetries: fastRetries,
  });
  expect(await readAppliedHashes()).toEqual([postsMigration.name, moodsMigration.name, failingMigration.name]);
});

test('time spent waiting for one table shortens the timeout for the next one', async () => {
  const reader = await connect('a report');
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM posts');
  const migrations = [
    postsMigration,
    createMigration('0004_titles-and-time', ...titleMigration.sql, recordLockTimeout),
  ];
  const migration = migrateDatabase(url, { migrations, lockRetries: { ...fastRetries, lockMilliseconds: 60_000 } });
  const longWaitingLocks = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass AND clock_timestamp() - waitstart > '0.1 s'`;
  await expect.poll(() => query(url, longWaitingLocks)).toHaveLength(1);
  await reader.query('COMMIT');
  await migration;
  expect(await readRecordedTimeout()).toBeLessThanOrEqual(1.3 * 60_000 - 100);
  expect(await readRecordedTimeout()).toBeGreaterThan(60_000 / 5);
});

test('a migration that has worked longer than its lock timeout waits a fifth of it for each further lock', async () => {
  const migrations = [
    postsMigration,
    createMigration('0004_work-and-time', 'SELECT pg_sleep(0.15)', recordLockTimeout),
  ];
  await migrateDatabase(url, { migrations, lockRetries: { ...fastRetries, lockMilliseconds: 100 } });
  expect(await readRecordedTimeout()).toBe(20);
});

test('members can read and write while an index is built', async () => {
  const writer = await connect('a slow member');
  await writer.query('BEGIN');
  await writer.query(`INSERT INTO posts VALUES (1, 'slow')`);
  const migration = migrateDatabase(url, { migrations: [postsMigration, indexMigration], lockRetries: fastRetries });
  await waitUntilBlocked();
  const member = await connect('a member');
  await member.query(`SET lock_timeout = '1s'`);
  await member.query(`INSERT INTO posts VALUES (2, 'quick')`);
  expect((await member.query('SELECT id FROM posts')).rows).toEqual([{ id: 2 }]);
  await writer.query('COMMIT');
  await migration;
  expect(await listIndexes()).toEqual([{ name: 'posts_by_id', valid: true }]);
});

test('the next start rebuilds an incomplete index', async () => {
  await query(url, `INSERT INTO posts VALUES (1, 'one'), (1, 'same')`);
  await expect(migrateDatabase(url, { migrations: [postsMigration, indexMigration] })).rejects.toThrow(
    'could not create unique index',
  );
  expect(await listIndexes()).toEqual([{ name: 'posts_by_id', valid: false }]);
  await query(url, `DELETE FROM posts WHERE content = 'same'`);
  await migrateDatabase(url, { migrations: [postsMigration, indexMigration] });
  expect(await listIndexes()).toEqual([{ name: 'posts_by_id', valid: true }]);
  expect(await readAppliedHashes()).toEqual([postsMigration.name, indexMigration.name]);
});

test('servers that start together build an index once, without waiting for each other', async () => {
  const migrations = [postsMigration, indexMigration, titleMigration];
  const report = vi.fn<(line: string) => void>();
  await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { migrations, lockRetries: fastRetries, report })));
  expect(await readAppliedHashes()).toEqual(migrations.map(({ name }) => name));
  expect(report).not.toHaveBeenCalled();
});

test('a restore builds its indexes within its single transaction', async () => {
  const client = await connect('a restore');
  await client.query('BEGIN');
  await applyMigrations(client, [indexMigration, titleMigration]);
  await client.query('COMMIT');
  expect(await listIndexes()).toEqual([{ name: 'posts_by_id', valid: true }]);
  expect(await readAppliedHashes()).toEqual([postsMigration.name, indexMigration.name, titleMigration.name]);
});
