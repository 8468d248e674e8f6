import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Community } from './community.ts';

/** Time limit on a busy machine for work that takes less than a second on an idle one. */
export const busyTimeout = 5_000;

/**
 * Waits until this number of statements of a community waits for locks. Queries outside the transaction that holds the
 * lock, because within a transaction the list of sessions does not change.
 */
export async function waitForLockWaiters({ db }: Community, count = 1): Promise<void> {
  const lockWaiters = sql`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(lockWaiters)).rowCount).toBe(count);
}

/**
 * Takes a lock, starts work that waits for it, makes changes in the transaction of the lock, and commits. Returns the
 * result of the work.
 */
export async function whileLocked<Result>(
  community: Community,
  lock: SQL,
  work: () => Promise<Result>,
  ...changes: SQL[]
): Promise<Result> {
  const { started } = await community.db.transaction(async (tx) => {
    await tx.execute(lock);
    const started = work();
    await waitForLockWaiters(community);
    for (const change of changes) await tx.execute(change);
    return { started };
  });
  return started;
}
