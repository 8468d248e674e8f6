import * as contract from '@commons/contract/recommendations/schemas';
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
    INSERT INTO recommendations (id, author_id, type, title, content, likes_count, created_at)
      SELECT id, author_id, CASE WHEN random() < 0.05 THEN 'podcast' ELSE 'book' END, 'A book', content, likes_count,
        created_at
      FROM posts;
    INSERT INTO recommendation_likes SELECT post_id, member_id, created_at FROM post_likes;
    ANALYZE`);
  const member = await community.current.member();
  const { id } = (await member.call(contract.listRecommendations, { query: { type: 'book' } })).body[0]!;
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listRecommendations, { query: { type: 'book' } });
  await member.call(contract.listRecommendations, { query: { type: 'podcast' } });
  await member.call(contract.getRecommendation, { params: { id } });
  statements = sentStatements(query.mock.calls).filter(({ name }) => name !== 'sessions_by_token');
  query.mockRestore();
});
afterAll(() => client.release());

test('each list of recommendations takes one prepared statement', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    'recommendation_type_page_21',
    'recommendation_type_page_21',
    'visible_recommendation',
  ]);
});

test.each(planModes)('with %s there is no sequential scan and no sort', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    expect(plan.join('\n'), statement.name).not.toMatch(/Sort|Hash Join|Merge/);
  }
});
