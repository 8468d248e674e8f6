import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Holds what stands between two members until the transaction ends: requests, answers and blocks of a pair follow each
 * other, whichever of the two begins. Pairs whose hashes meet only wait for each other.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  const pair = one < other ? `${one} ${other}` : `${other} ${one}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`);
}
