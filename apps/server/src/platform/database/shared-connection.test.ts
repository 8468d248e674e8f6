import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { type Database, openDatabase } from './database.ts';
import { namedStatement } from './statements.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await emptyDatabase(), 3, { warn: () => {} });
});
afterAll(() => db.$client.end());

const readBackend = namedStatement<{ pid: number }>(
  'connection_of',
  sql`SELECT pg_backend_pid() AS pid, pg_sleep(${sql.placeholder('seconds')}::float)`,
);
const quotient = namedStatement<{ answer: number }>(
  'quotient',
  sql`SELECT 6 / ${sql.placeholder('by')}::int AS answer`,
);
const lockingRead = namedStatement<{ pid: number }>(
  'lock_alone',
  sql`SELECT pg_backend_pid() AS pid FROM pg_class WHERE relname = 'users' LIMIT 0 FOR UPDATE`,
);
const waitForNextTurn = () => new Promise((resolve) => void setImmediate(resolve));
const readPid = async (seconds = 0) => (await readBackend(db, { seconds }))[0]!.pid;

test('reads in one turn of the event loop share a connection, and errors stay separate', async () => {
  const [first, failed, second, last] = await Promise.allSettled([
    readPid(),
    quotient(db, { by: 0 }),
    readPid(),
    quotient(db, { by: 2 }),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(second).toEqual(first);
  expect(last).toMatchObject({ status: 'fulfilled', value: [{ answer: 3 }] });
});

test('a read in a later turn does not wait for a slow or locking read', async () => {
  const ended: string[] = [];
  const slow = readPid(1).then((pid) => (ended.push('slow'), pid));
  const locking = lockingRead(db, {})
    .catch(() => [])
    .then(() => ended.push('locking'));
  await waitForNextTurn();
  const later = readPid().then((pid) => (ended.push('later'), pid));
  await locking;
  expect(await later).not.toBe(await slow);
  expect(ended.at(-1)).toBe('slow');
});

test('a connection that breaks fails its queries and is not used again', async () => {
  const broken = Promise.allSettled([readPid(10), quotient(db, { by: 1 })]);
  const findSleepingPids = async () => {
    const { rows } = await db.execute<{ pid: number }>(
      sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(findSleepingPids).toHaveLength(1);
  const [pid] = await findSleepingPids();
  await db.execute(sql`SELECT pg_terminate_backend(${pid})`);
  expect((await broken).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const connections = await Promise.all([readPid(), readPid()]);
  expect(connections).not.toContain(pid);
  expect(db.$client.totalCount).toBeLessThanOrEqual(3);
  await expect.poll(() => db.$client.totalCount - db.$client.idleCount).toBe(0);
});
