import { countLeaderboard } from '../../apps/server/src/features/points/leaderboard.steps.ts';
import { inTransaction, openDatabase as openPool } from '../../apps/server/src/platform/database/database.ts';
import type { Transact } from '../../apps/server/src/platform/database/unit-of-work.ts';

/** What a job does now and then: the ranks that are far down are told from it. */
export async function countSteps(url: string): Promise<void> {
  const db = openPool(url, 1, { warn: () => undefined });
  const transact = ((run) => inTransaction(db, (tx) => run({ tx } as Parameters<typeof run>[0]))) as Transact;
  await countLeaderboard(transact);
  await db.$client.end();
}
