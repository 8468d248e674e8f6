import { acceptConnection, removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import { answerRequest, listMessages, sendMessage, type Message } from '@commons/contract/messages/schemas';
import { block, updateSettings } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type ApiResponse, bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { codeOf } from '../../../test/problems.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

const createMember = () => community.current.member();
const write = (from: Member, to: Member, content: string) =>
  from.call(sendMessage, { body: { receiverId: to.id, content } });
const textsOf = async (reader: Member, other: Member) =>
  (await reader.call(listMessages, { query: { userId: other.id } })).body.map(({ content }) => content);
type Preparation = (sender: Member, receiver: Member) => Promise<unknown>;
const connect: Preparation = async (sender, receiver) => {
  await sender.call(requestConnection, { body: { userId: receiver.id } });
  await receiver.call(acceptConnection, { params: { userId: sender.id } });
};
const allowConnectionsOnly: Preparation = (_, receiver) =>
  receiver.call(updateSettings, { body: { messagesFrom: 'connections' } });
const flagSender: Preparation = ({ id }) =>
  community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, id));
const sendRequest: Preparation = (sender, receiver) => write(sender, receiver, 'May I?');
const acceptRequest: Preparation = async (sender, receiver) => {
  await sendRequest(sender, receiver);
  await receiver.call(answerRequest, { params: { userId: sender.id }, body: { accept: true } });
};
const startFiveConversations: Preparation = async (sender) => {
  for (let count = 0; count < 5; count += 1) await sendRequest(sender, await createMember());
};

/** Returns the parts of an answer that do not differ from message to message. */
const comparablePart = (response: ApiResponse<Message>) =>
  response.status === 201 ? { state: response.body.state, position: response.body.position } : bytesOf(response);

/**
 * Prepares two receivers in the same way. One then blocks the sender, the other only ends the connection, if there is
 * one. Expects the same answer to a message to either of them.
 */
async function expectSameAnswer(outcome: string, preparations: Preparation[]): Promise<void> {
  const [sender, blocker, other] = [await createMember(), await createMember(), await createMember()];
  for (const preparation of preparations) for (const receiver of [blocker, other]) await preparation(sender, receiver);
  await blocker.call(block, { params: { userId: sender.id } });
  await other.call(removeConnection, { params: { userId: sender.id } });
  const [blocked, unblocked] = [await write(sender, blocker, 'Hello?'), await write(sender, other, 'Hello?')];
  expect(blocked.status === 201 ? 'sent' : codeOf(blocked)).toBe(outcome);
  expect(comparablePart(blocked)).toEqual(comparablePart(unblocked));
  expect(await textsOf(blocker, sender)).not.toContain('Hello?');
}

test.for<[string, string, Preparation[]]>([
  ['a stranger', 'sent', []],
  ['a stranger where only connections may write', 'messages.connections_only', [allowConnectionsOnly]],
  ['a flagged stranger', 'messages.flagged', [flagSender]],
  ['a new account with ten conversations', 'messages.too_many_new_conversations', [startFiveConversations]],
  ['a stranger whose request was accepted', 'sent', [acceptRequest, allowConnectionsOnly]],
  ['a stranger with a pending request', 'messages.connections_only', [sendRequest, allowConnectionsOnly]],
  ['a flagged stranger whose request was accepted', 'messages.flagged', [acceptRequest, flagSender]],
])('a block does not change the answer to %s: %s', ([, outcome, preparations]) =>
  expectSameAnswer(outcome, preparations),
);

test.for<[string, string, Preparation[]]>([
  ['with earlier messages', 'sent', [connect, sendRequest, allowConnectionsOnly]],
  [
    'without earlier messages, where only connections may write',
    'messages.connections_only',
    [connect, allowConnectionsOnly],
  ],
  ['that is flagged', 'messages.flagged', [connect, sendRequest, flagSender]],
])('a block does not change the answer to a former connection %s: %s', ([, outcome, preparations]) =>
  expectSameAnswer(outcome, preparations),
);

test('a new account can continue a conversation that it started after being blocked', async () => {
  const [ana, ben] = [await createMember(), await createMember()];
  await ben.call(block, { params: { userId: ana.id } });
  expect((await write(ana, ben, 'Hello')).status).toBe(201);
  for (let count = 0; count < 9; count += 1) await sendRequest(ana, await createMember());
  expect(codeOf(await write(ana, await createMember(), 'Hello'))).toBe('messages.too_many_new_conversations');
  expect((await write(ana, ben, 'Hello again')).status).toBe(201);
  expect(await textsOf(ben, ana)).toEqual([]);
});
