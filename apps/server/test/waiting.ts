import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Community } from './community.ts';

/** What a busy machine may take for what takes a quiet one less than a second. */
export const busySecond = 5_000;

/**
 * Returns when so many statements of a community wait for a lock that somebody else holds. It asks outside of the transaction
 * that holds it: within one the list of connections stays as it was first read.
 */
export async function untilWaiting({ db }: Community, count = 1): Promise<void> {
  const waiting = sql`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(count);
}
