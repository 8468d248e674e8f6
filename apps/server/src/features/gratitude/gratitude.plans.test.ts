import * as contract from '@commons/contract/gratitude/schemas';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();

test('a page of a wall with thousands of notes takes one prepared statement and no sort', async () => {
  // Created first, so that background statements about the new member are done before the recording.
  const member = await community.current.member();
  const client = await community.current.db.$client.connect();
  onTestFinished(() => client.release());
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO gratitude_posts (id, author_id, content, position_x, position_y, rotation, created_at)
      SELECT id, author_id, left(content, 200), 40, 30, 2, created_at FROM posts;
    ANALYZE`);
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listNotes, {});
  const statements = sentStatements(query.mock.calls);
  query.mockRestore();
  expect(statements.map(({ name }) => name)).toEqual(['sessions_by_token', 'note_page_21']);
  for (const mode of planModes) {
    const plan = await planOf(client, statements[1]!, mode);
    expect(tablesScanned(plan)).toEqual([]);
    expect(plan.join('\n')).not.toMatch(/Sort|Hash|Merge/);
  }
});
