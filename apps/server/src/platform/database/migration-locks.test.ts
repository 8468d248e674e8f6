import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { OperatorError } from '../operator-error.ts';
import { lockKey } from './advisory-locks.ts';
import { migrateDatabase } from './migrate.ts';

let url: string;
let otherProcess: Client;

beforeEach(async () => {
  url = await emptyDatabase();
  otherProcess = new Client({ connectionString: url, application_name: 'an old release' });
  await otherProcess.connect();
  await otherProcess.query('SELECT pg_advisory_lock($1)', [lockKey('migrating')]);
});
afterEach(() => otherProcess.end());

const isMigrated = async () =>
  (await query(url, `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is`))[0]?.['is'];

const now = async () => (await query(url, 'SELECT clock_timestamp()::text AS now'))[0]?.['now'] as string;

test('a start that waits for another migrating process names it once and then continues', async () => {
  const report = vi.fn<(line: string) => void>();
  const lockLimits = { logAfterMilliseconds: 0, limitMilliseconds: 60_000 };
  const migration = migrateDatabase(url, { migrations: [], lockLimits, report });
  await expect.poll(() => report.mock.calls.length).toBe(1);
  expect(report.mock.lastCall?.[0]).toMatch(
    /Another process is migrating this database, and this one waits for it\. It is an old release, process \d+ \(idle, \d+ s\)\./u,
  );
  const laterAttempts = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'mindful-commons-migrate' AND query_start > '${await now()}'::timestamptz + interval '0.2 s'`;
  await expect.poll(() => query(url, laterAttempts)).toHaveLength(1);
  await otherProcess.query('SELECT pg_advisory_unlock($1)', [lockKey('migrating')]);
  await migration;
  expect(report).toHaveBeenCalledOnce();
  expect(await isMigrated()).toBe(true);
});

test('a start gives up after the time limit and names the migrating process', async () => {
  const lockLimits = { logAfterMilliseconds: 60_000, limitMilliseconds: 0 };
  const failure = await migrateDatabase(url, { migrations: [], lockLimits }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as Error).message).toMatch(/minutes\. It is an old release, process \d+ .*End it if it is stuck/u);
  expect(await isMigrated()).toBe(false);
});
