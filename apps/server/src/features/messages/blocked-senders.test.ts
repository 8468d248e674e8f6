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
const wordsOf = async (reader: Member, other: Member) =>
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

/** What an answer says beside what differs from message to message. */
const shown = (answer: Answer<Message>) =>
  answer.status === 201 ? { state: answer.body.state, position: answer.body.position } : bytesOf(answer);

/** Two members are prepared alike; then one blocks the sender, and the other ends what connected the two, if anything did. */
async function expectAlike(outcome: string, prepare: Prepare[]): Promise<void> {
  const [sender, blocker, other] = [await join(), await join(), await join()];
  for (const step of prepare) for (const receiver of [blocker, other]) await step(sender, receiver);
  await blocker.call(block, { params: { userId: sender.id } });
  await other.call(removeConnection, { params: { userId: sender.id } });
  const [blocked, free] = [await write(sender, blocker, 'Hello?'), await write(sender, other, 'Hello?')];
  expect(blocked.status === 201 ? 'sent' : codeOf(blocked)).toBe(outcome);
  expect(shown(blocked)).toEqual(shown(free));
  expect(await wordsOf(blocker, sender)).not.toContain('Hello?');
}

test.for<[string, string, Prepare[]]>([
  ['a stranger', 'sent', []],
  ['a stranger where only connections may write', 'messages.connections_only', [connectionsOnly]],
  ['a flagged stranger', 'messages.flagged', [flagged]],
  ['an account of today with ten conversations', 'messages.too_many_new_conversations', [fiveConversations]],
  ['a stranger whose request was accepted', 'sent', [acceptedRequest, connectionsOnly]],
  ['a stranger whose request waits', 'messages.connections_only', [request, connectionsOnly]],
  ['a flagged stranger whose request was accepted', 'messages.flagged', [acceptedRequest, flagged]],
])('who is blocked is answered as without the block: %s, %s', ([, outcome, prepare]) => expectAlike(outcome, prepare));

test.for<[string, string, Prepare[]]>([
  ['who had written', 'sent', [connected, request, connectionsOnly]],
  ['who had never written, where only connections may', 'messages.connections_only', [connected, connectionsOnly]],
  ['who is flagged', 'messages.flagged', [connected, request, flagged]],
])('a former connection is answered as where it ended without a block: one %s, %s', ([, outcome, prepare]) =>
  expectAlike(outcome, prepare),
);

test('an account of today goes on with a conversation that it began after the block, as with any other', async () => {
  const [ana, ben] = [await join(), await join()];
  await ben.call(block, { params: { userId: ana.id } });
  expect((await write(ana, ben, 'Hello')).status).toBe(201);
  for (let count = 0; count < 9; count += 1) await request(ana, await join());
  expect(codeOf(await write(ana, await join(), 'Hello'))).toBe('messages.too_many_new_conversations');
  expect((await write(ana, ben, 'Hello again')).status).toBe(201);
  expect(await wordsOf(ben, ana)).toEqual([]);
});
