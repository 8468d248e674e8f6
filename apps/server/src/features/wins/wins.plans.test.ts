import * as contract from '@commons/contract/wins/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO wellness_wins (id, author_id, title, content, category, likes_count, created_at)
      SELECT id, author_id, 'A walk', content, CASE WHEN random() < 0.05 THEN 'spiritual' ELSE 'other' END, 2, created_at
      FROM posts;
    INSERT INTO wellness_win_cheers SELECT post_id, member_id, created_at FROM post_likes;
    ANALYZE`);
  const member = await community.current.member();
  const { id } = (await member.call(contract.listWins, {})).body[0]!;
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listWins, {});
  await member.call(contract.listWins, { query: { category: 'spiritual' } });
  await member.call(contract.getWin, { params: { id } });
  statements = sentStatements(query.mock.calls).filter(({ name }) => name !== 'sessions_by_token');
  query.mockRestore();
});
afterAll(() => client.release());

test('each read of wins executes one prepared statement', () => {
  expect(statements.map(({ name }) => name)).toEqual(['win_page_21', 'win_category_page_21', 'visible_win']);
});

test.each(planModes)('with %s there is no sequential scan and no sort', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    expect(plan.join('\n'), statement.name).not.toMatch(/Sort|Hash Join|Merge/);
  }
});
