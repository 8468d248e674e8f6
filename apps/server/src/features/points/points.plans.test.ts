import { leaderboardPeriods } from '@commons/contract/points';
import * as contract from '@commons/contract/points/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let member: Member;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 4_000, posts: 8_000 });
  member = await community.current.member();
  await community.current.work(async (work) => {
    await award(work, { memberId: member.id, kind: 'test', occasion: 'a place', points: 1 });
  });
  await client.query('VACUUM ANALYZE');
  const query = vi.spyOn(Client.prototype, 'query');
  for (const period of leaderboardPeriods) {
    await member.call(contract.listLeaderboard, { query: { period } });
    await member.call(contract.getStanding, { query: { period } });
  }
  await member.call(contract.listPointsHistory, {});
  await member.call(contract.getStreak, {});
  statements = sentStatements(query.mock.calls).filter(({ name }) => name !== 'sessions_by_token');
  query.mockRestore();
});
afterAll(() => client.release());

test('each read is one prepared statement', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    ...leaderboardPeriods.flatMap((period) => [`leaderboard_${period}_page_51`, `leaderboard_standing_${period}`]),
    'points_history_page_21',
    'points_streak',
  ]);
});

test.each(planModes)('with %s a table is scanned sequentially only to count the members above', async (mode) => {
  for (const statement of statements) {
    const scanned = tablesScanned(await planOf(client, statement, mode));
    expect(
      scanned.filter((table) => table !== 'leaderboard_standings' || !statement.name.includes('standing')),
    ).toEqual([]);
  }
});

test.each(planModes)('with %s pages are read in index order', async (mode) => {
  for (const statement of statements.filter(({ name }) => name.includes('_page_')))
    expect((await planOf(client, statement, mode)).join('\n'), statement.name).not.toMatch(/Sort|Bitmap|Hash|Merge/);
});

test.each(planModes)('with %s members are listed by the index of the period', async (mode) => {
  for (const period of leaderboardPeriods)
    for (const statement of statements.filter(({ name }) => name.startsWith(`leaderboard_${period}`)))
      expect((await planOf(client, statement, mode)).join('\n')).toContain(`using leaderboard_of_${period} on`);
});

test('the totals of the populated community equal its ledger', async () => {
  expect(await findLedgerMismatches(community.current.db)).toEqual([]);
});
