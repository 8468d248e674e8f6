import { acceptConnection, removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import type { Message } from '@commons/contract/messages';
import { answerRequest, listMessages, sendMessage } from '@commons/contract/messages/schemas';
import { block, updateSettings } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Answer, bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { codeOf } from '../../../test/problems.ts';
import { users } from '../members/users.tables.ts';

const community = setUpCommunity();

const join = () => community.current.member();
const write = (from: Member, to: Member, content: string) =>
  from.call(sendMessage, { body: { receiverId: to.id, content } });
const textsOf = async (reader: Member, other: Member) =>
  (await reader.call(listMessages, { query: { userId: other.id } })).body.map(({ content }) => content);
type Prepare = (sender: Member, receiver: Member) => Promise<unknown>;
const connected: Prepare = async (sender, receiver) => {
  await sender.call(requestConnection, { body: { userId: receiver.id } });
  await receiver.call(acceptConnection, { params: { userId: sender.id } });
};
const connectionsOnly: Prepare = (_, receiver) =>
  receiver.call(updateSettings, { body: { messagesFrom: 'connections' } });
const flagged: Prepare = ({ id }) =>
  community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, id));
const request: Prepare = (sender, receiver) => write(sender, receiver, 'May I?');
const acceptedRequest: Prepare = async (sender, receiver) => {
  await request(sender, receiver);
  await receiver.call(answerRequest, { params: { userId: sender.id }, body: { accept: true } });
};
const fiveConversations: Prepare = async (sender) => {
  for (let count = 0; count < 5; count += 1) await request(sender, await join());
};

/** Returns the parts of an answer that do not differ from message to message. */
const shown = (answer: Answer<Message>) =>
  answer.status === 201 ? { state: answer.body.state, position: answer.body.position } : bytesOf(answer);

/**
 * Prepares two receivers in the same way. One then blocks the sender, the other only ends the connection, if there is
 * one. Expects the same answer to a message to either of them.
 */
async function expectSameAnswer(outcome: string, prepare: Prepare[]): Promise<void> {
  const [sender, blocker, other] = [await join(), await join(), await join()];
  for (const step of prepare) for (const receiver of [blocker, other]) await step(sender, receiver);
  await blocker.call(block, { params: { userId: sender.id } });
  await other.call(removeConnection, { params: { userId: sender.id } });
  const [blocked, free] = [await write(sender, blocker, 'Hello?'), await write(sender, other, 'Hello?')];
  expect(blocked.status === 201 ? 'sent' : codeOf(blocked)).toBe(outcome);
  expect(shown(blocked)).toEqual(shown(free));
  expect(await textsOf(blocker, sender)).not.toContain('Hello?');
}

test.for<[string, string, Prepare[]]>([
  ['a stranger', 'sent', []],
  ['a stranger where only connections may write', 'messages.connections_only', [connectionsOnly]],
  ['a flagged stranger', 'messages.flagged', [flagged]],
  ['a new account with ten conversations', 'messages.too_many_new_conversations', [fiveConversations]],
  ['a stranger whose request was accepted', 'sent', [acceptedRequest, connectionsOnly]],
  ['a stranger with a pending request', 'messages.connections_only', [request, connectionsOnly]],
  ['a flagged stranger whose request was accepted', 'messages.flagged', [acceptedRequest, flagged]],
])('a block does not change the answer to %s: %s', ([, outcome, prepare]) => expectSameAnswer(outcome, prepare));

test.for<[string, string, Prepare[]]>([
  ['with earlier messages', 'sent', [connected, request, connectionsOnly]],
  [
    'without earlier messages, where only connections may write',
    'messages.connections_only',
    [connected, connectionsOnly],
  ],
  ['that is flagged', 'messages.flagged', [connected, request, flagged]],
])('a block does not change the answer to a former connection %s: %s', ([, outcome, prepare]) =>
  expectSameAnswer(outcome, prepare),
);

test('a new account can continue a conversation that it started after being blocked', async () => {
  const [ana, ben] = [await join(), await join()];
  await ben.call(block, { params: { userId: ana.id } });
  expect((await write(ana, ben, 'Hello')).status).toBe(201);
  for (let count = 0; count < 9; count += 1) await request(ana, await join());
  expect(codeOf(await write(ana, await join(), 'Hello'))).toBe('messages.too_many_new_conversations');
  expect((await write(ana, ben, 'Hello again')).status).toBe(201);
  expect(await textsOf(ben, ana)).toEqual([]);
});
