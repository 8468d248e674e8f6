import * as contract from '@commons/contract/messages/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Member, setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate, populateMessages } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 100 });
  await populateMessages(client, { conversationsOfEach: 4, messagesInEach: 8 });
  await client.query('ANALYZE');
});
afterAll(() => client.release());

type Reader = { member: Member; otherId: string; messageId: string; strangerId: string };

/** Picks a populated member, a conversation partner, a message between them, and a new member. */
async function pickReader(): Promise<Reader> {
  const { rows } = await client.query<{ id: string; otherId: string; messageId: string }>(
    `SELECT member_id AS id, other_id AS "otherId", messages.id AS "messageId"
     FROM conversation_members JOIN messages USING (conversation_id) WHERE position = 5 LIMIT 1`,
  );
  const { id, otherId, messageId } = rows[0]!;
  const cookie = await community.current.signIn(id);
  const member = new Member(community.current.server, { id, email: `${id}@members.test`, cookie });
  const stranger = await community.current.member();
  return { member, otherId, messageId, strangerId: stranger.id };
}

const reads: [string, (reader: Reader) => Promise<unknown>][] = [
  ['the conversation list', ({ member }) => member.call(contract.listConversations, {})],
  ['a search', ({ member }) => member.call(contract.listConversations, { query: { q: 'rain' } })],
  [
    'one entry of the list',
    ({ member, otherId }) => member.call(contract.getConversation, { params: { userId: otherId } }),
  ],
  [
    'a conversation without messages',
    ({ member, strangerId }) => member.call(contract.getConversation, { params: { userId: strangerId } }),
  ],
  ['the unread count', ({ member }) => member.call(contract.getUnreadCount, {})],
  ['a conversation', ({ member, otherId }) => member.call(contract.listMessages, { query: { userId: otherId } })],
  [
    'catching up',
    ({ member, otherId, messageId }) =>
      member.call(contract.listMessages, { query: { userId: otherId, after: messageId } }),
  ],
];

/** Returns the statements of a call, without the session lookup and the bus. */
async function statementsOf(call: (reader: Reader) => Promise<unknown>): Promise<SentStatement[]> {
  const reader = await pickReader();
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await call(reader);
    const sent = sentStatements(query.mock.calls);
    return sent.filter(({ name }) => name !== 'sessions_by_token' && name !== 'bus_notify');
  } finally {
    query.mockRestore();
  }
}

describe.each(reads)('%s', (_name, call) => {
  test('takes two statements at most', async () => {
    const statements = await statementsOf(call);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(2);
  });

  test.each(planModes)('scans no table sequentially, with %s', async (mode) => {
    for (const statement of await statementsOf(call))
      expect(tablesScanned(await planOf(client, statement, mode)), statement.text).toEqual([]);
  });
});

test('sending a message takes three statements and one for its notification, besides BEGIN and COMMIT', async () => {
  const statements = await statementsOf(({ member, otherId }) =>
    member.call(contract.sendMessage, { body: { receiverId: otherId, content: 'Hello' } }),
  );
  expect(statements.map(({ name }) => name)).toEqual([
    'begin',
    'lock_for_message',
    'before_message',
    'store_message',
    'queue_notification',
    'commit',
  ]);
});
