import { countLeaderboard } from '../../apps/server/src/features/points/leaderboard.steps.ts';
import { inTransaction, openDatabase as openPool } from '../../apps/server/src/platform/database/database.ts';
import type { Transact } from '../../apps/server/src/platform/database/unit-of-work.ts';

/** Runs the job that counts members per score. Ranks far down the leaderboard are computed from these counts. */
export async function countMembersPerScore(url: string): Promise<void> {
  const db = openPool(url, 1, { warn: () => undefined });
  const transact = ((run) => inTransaction(db, (tx) => run({ tx } as Parameters<typeof run>[0]))) as Transact;
  await countLeaderboard(transact);
  await db.$client.end();
}
