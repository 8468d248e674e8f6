import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { inTransaction, isDatabaseUnavailable, openDatabase, pipelined } from './database.ts';

const log = { warn: () => {} };
const db = openDatabase(inject('template').postgresUrl, 2, log);
afterAll(() => db.$client.end());

const expectWorkingDatabase = async () => {
  const { rows } = await db.execute<{ answer: number }>(sql`SELECT 1 AS answer`);
  expect(rows).toEqual([{ answer: 1 }]);
};

test('a connection that breaks within a transaction fails only that transaction', async () => {
  const broken = inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await db.execute(sql`SELECT pg_terminate_backend(${rows[0]!.pid})`);
    await tx.execute(sql`SELECT pg_sleep(10)`);
  });
  await expect(broken).rejects.toThrow();
  await expectWorkingDatabase();
});

test('of several pipelined statements, the first error is thrown and nothing is stored', async () => {
  const failing = inTransaction(db, (tx) =>
    pipelined(
      tx.execute(sql`CREATE TABLE left_behind (number integer)`),
      tx.execute(sql`SELECT 1 / 0`),
      tx.execute(sql`SELECT 2`),
    ),
  );
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  const { rows } = await db.execute<{ table: string | null }>(sql`SELECT to_regclass('left_behind') AS table`);
  expect(rows).toEqual([{ table: null }]);
});

test('a transaction with a swallowed error is not reported as committed', async () => {
  const failing = inTransaction(db, async (tx) => {
    await tx.execute(sql`SELECT 1 / 0`).catch(() => {});
    return 'done';
  });
  await expect(failing).rejects.toThrow('rolled back instead of committed');
  await expectWorkingDatabase();
});

test('if BEGIN fails, only the first statement is attempted', async () => {
  const { query: originalQuery } = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    return originalQuery.apply(
      this,
      (args[0] as { name?: string }).name === 'begin' ? ['BEGIN WITHOUT SENSE'] : args,
    ) as never;
  });
  let hasRunSecond = false;
  const failing = inTransaction(db, async (tx) => {
    await tx.execute(sql`SELECT 1`);
    await tx.execute(sql`SELECT 2`);
    hasRunSecond = true;
  });
  const error: unknown = await failing.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  query.mockRestore();
  expect(hasRunSecond).toBe(false);
  await expectWorkingDatabase();
});
