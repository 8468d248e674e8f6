import * as contract from '@commons/contract/messages';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Member, setUpCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpCommunity();
let client: PoolClient;
/** What opening a conversation asks of the database: one that has begun, and one that has not. */
let begun: SentStatement[];
let notBegun: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 100 });
  await begin(client);
  await client.query('ANALYZE');
  const { rows } = await client.query<{ id: string; email: string; otherId: string }>(
    'SELECT users.id, email, high_id AS "otherId" FROM conversations JOIN users ON users.id = low_id LIMIT 1',
  );
  const { otherId, ...account } = rows[0]!;
  const ana = new Member(community.current.server, { ...account, cookie: await community.current.signIn(account.id) });
  const stranger = await community.current.member();
  const opening = async (userId: string) => {
    const query = vi.spyOn(Client.prototype, 'query');
    await ana.call(contract.getConversation, { params: { userId } });
    const sent = query.mock.calls.map(([statement, values]) => ({ ...Object(statement), values }) as SentStatement);
    query.mockRestore();
    return sent;
  };
  begun = await opening(otherId);
  notBegun = await opening(stranger.id);
});
afterAll(() => client.release());

/** Conversations of many members with many others, so that reading a table from end to end would cost something. */
async function begin(line: PoolClient): Promise<void> {
  await line.query(`
    WITH pairs AS (
      SELECT uuidv7() AS id, least(one.id, other.id) AS low_id, greatest(one.id, other.id) AS high_id
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) AS one
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) AS other
        ON other.place BETWEEN one.place + 1 AND one.place + 10
    ), begun AS (INSERT INTO conversations SELECT id, low_id, high_id, 1 FROM pairs),
    written AS (
      INSERT INTO messages (conversation_id, position, id, sender_id, receiver_id, content, created_at)
      SELECT id, 1, uuidv7(), low_id, high_id, 'Hello', now() FROM pairs
    ), here AS (
      INSERT INTO online_members SELECT id, uuidv7(), now() FROM users
    ), photos AS (
      INSERT INTO media_files (id, owner_id, kind, width, height) SELECT id, low_id, 'message-photo', 8, 8 FROM pairs
    )
    INSERT INTO conversation_members (member_id, other_id, conversation_id, state, shown_position, shown_at)
    SELECT low_id, high_id, id, 'accepted', 1, now() FROM pairs
    UNION ALL SELECT high_id, low_id, id, 'accepted', 1, now() FROM pairs`);
}

test('opening a conversation takes a query, and another where there is none', () => {
  expect(begun.map(({ name }) => name)).toEqual(['sessions_by_token', 'listed_conversation']);
  expect(notBegun.map(({ name }) => name)).toEqual(['sessions_by_token', 'listed_conversation', 'visible_member']);
});

describe.each(planModes)('with %s', (mode) => {
  test('no table is read from end to end', async () => {
    for (const statement of notBegun)
      expect(tablesScanned(await planOf(client, statement, mode)), statement.name).toEqual([]);
  });
});
