import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Holds what stands between two members until the transaction ends: requests, answers, blocks, messages and the reading
 * of them follow each other, whichever of the two begins. Pairs whose hashes meet only wait for each other. It is a
 * statement of its own, so that those after it see what was committed while it waited.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await tx.execute(sql`SELECT lock_pair(${one}::uuid, ${other}::uuid)`);
}
