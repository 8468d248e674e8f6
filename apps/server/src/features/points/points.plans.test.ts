import { leaderboardPeriods } from '@commons/contract/points';
import * as contract from '@commons/contract/points/schemas';
import { expect, test } from 'vitest';
import { planModes, testPlans } from '../../../test/plans.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';

const { community, plansOf } = testPlans({
  size: { members: 4_000, posts: 8_000 },
  async prepare(community) {
    const member = await community.member();
    await community.work(async (work) => {
      await award(work, { memberId: member.id, kind: 'test', occasion: 'a place', points: 1 });
    });
    return async () => {
      for (const period of leaderboardPeriods) {
        await member.call(contract.listLeaderboard, { query: { period } });
        await member.call(contract.getStanding, { query: { period } });
      }
      await member.call(contract.listPointsHistory, {});
      await member.call(contract.getStreak, {});
    };
  },
  names: [
    ...leaderboardPeriods.flatMap((period) => [`leaderboard_${period}_page_51`, `leaderboard_standing_${period}`]),
    'points_history_page_21',
    'points_streak',
  ],
  unsorted: /_page_/,
  // To count the members above.
  mayScan: (name) => (name.includes('standing') ? ['leaderboard_standings'] : []),
});

test.each(planModes)(
  'with %s members are listed by the index of the period, without a bitmap or hash',
  async (mode) => {
    for (const period of leaderboardPeriods)
      for (const plan of await plansOf(new RegExp(`^leaderboard_${period}`), mode))
        expect(plan).toContain(`using leaderboard_of_${period} on`);
    for (const plan of await plansOf(/_page_/, mode)) expect(plan).not.toMatch(/Bitmap|Hash/);
  },
);

test('the totals of the populated community equal its ledger', async () => {
  expect(await findLedgerMismatches(community.current.db)).toEqual([]);
});
