import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from './database.ts';

// Their order is their number, the same in every process: a new one goes to the end.
const locks = ['migrating', 'roles', 'telling', 'backup'] as const;

/** Arbitrary, so that other programs on the same database do not meet it. */
const firstKey = 7_266_374;

/** The number that PostgreSQL knows a lock by. */
export const lockKey = (lock: (typeof locks)[number]): number => firstKey + locks.indexOf(lock);

/**
 * Holds a lock to the end of the transaction, once everybody else has let go of it. It is a statement of its own: what is
 * read after it is what holds.
 */
export async function holdLock(tx: Queryable, lock: (typeof locks)[number]): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey(lock)})`);
}

/**
 * Whether files may be thrown away within this transaction: not while a backup is being taken, which may have them still to
 * copy. They are found again by the next run.
 */
export async function mayThrowAway(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(${lockKey('backup')}) AS may`,
  );
  return rows[0]?.may === true;
}
