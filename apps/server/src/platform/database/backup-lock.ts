import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** An arbitrary number, the same in every process: who holds it alone takes a backup. */
export const backupLockKey = 7_266_375;

/**
 * Whether files may be thrown away within this transaction: not while a backup is being taken, which may have them still to
 * copy. They are found again by the next run.
 */
export async function mayThrowAway(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(${sql.raw(String(backupLockKey))}) AS may`,
  );
  return rows[0]?.may === true;
}
