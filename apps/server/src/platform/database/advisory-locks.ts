import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from './database.ts';

// The position is the lock's number and must not change: append new locks.
const locks = ['migrating', 'roles', 'telling', 'backup', 'settings', 'texts'] as const;

/** An arbitrary offset, so that the numbers do not collide with other programs that use the same database. */
const firstKey = 7_266_374;

/** Returns the key of a lock in PostgreSQL. */
export const lockKey = (lock: (typeof locks)[number]): number => firstKey + locks.indexOf(lock);

/**
 * Waits for a lock and holds it until the end of the transaction. It is a separate statement, so that later statements
 * see the data that the previous holder committed.
 */
export async function acquireLock(tx: Queryable, lock: (typeof locks)[number]): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey(lock)})`);
}

/**
 * Whether unused files may be deleted in this transaction. Returns false during a backup, which may still copy them.
 * The next run finds them again.
 */
export async function mayDeleteFiles(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ isAcquired: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(${lockKey('backup')}) AS "isAcquired"`,
  );
  return rows[0]?.isAcquired === true;
}
