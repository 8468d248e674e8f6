import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';

const log = { warn: () => {} };
const db = openDatabase(inject('postgresUrl'), 2, log);
afterAll(() => db.$client.end());

test('a connection that breaks within a transaction fails that transaction and nothing else', async () => {
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await db.execute(sql`SELECT pg_terminate_backend(${rows[0]!.pid})`);
    await tx.execute(sql`SELECT pg_sleep(10)`);
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await db.execute<{ answer: number }>(sql`SELECT 1 AS answer`);
  expect(rows).toEqual([{ answer: 1 }]);
});
