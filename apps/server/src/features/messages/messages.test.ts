import { randomUUID } from 'node:crypto';
import type { Message } from '@commons/contract/messages/schemas';
import * as contract from '@commons/contract/messages/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { updateSettings } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import {
  connectedPair as createConnectedPair,
  conversationsOf,
  readMessages,
  unreadOf,
  write,
} from '../../../test/conversations.ts';
import { codeOf } from '../../../test/problems.ts';
import { users } from '../../community/members/users.tables.ts';
import { messages } from './messages.tables.ts';

const community = setUpCommunity();

const connectedPair = () => createConnectedPair(community.current);
const strangers = async () => ({ ana: await community.current.member(), ben: await community.current.member() });

const getConversationWith = (member: Member, userId: string) =>
  member.call(contract.getConversation, { params: { userId } });

describe('writing to a connection', () => {
  test('a message is stored, shown to both members, and counts as unread', async () => {
    const { ana, ben } = await connectedPair();
    const sent = await write(ana, ben, ' How was the walk? ');
    expect(sent).toMatchObject({
      status: 201,
      body: { senderId: ana.id, receiverId: ben.id, content: 'How was the walk?', position: 1, state: 'sent' },
    });
    expect(await readMessages(ben, ana)).toEqual([{ ...sent.body, state: null }]);
    expect(await conversationsOf(ben)).toMatchObject([
      { id: sent.body.id, otherUser: { id: ana.id, displayName: 'Ana Lund' }, unreadCount: 1, isRequest: false },
    ]);
    expect(await conversationsOf(ana)).toMatchObject([{ id: sent.body.id, unreadCount: 0 }]);
    expect([await unreadOf(ana), await unreadOf(ben)]).toEqual([0, 1]);
  });

  test('a conversation contains no email address', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'Good morning');
    const bodies = [await conversationsOf(ana), (await getConversationWith(ana, ben.id)).body];
    for (const body of bodies) {
      expect(JSON.stringify(body)).toContain('Ben Marsh');
      expect(JSON.stringify(body)).not.toContain(ben.email);
    }
  });

  test.for([{ content: '' }, { content: '  ' }, { content: 'a'.repeat(5_001) }, { content: 7 }])(
    'rejects %j',
    async (body) => {
      const { ana, ben } = await connectedPair();
      expect((await ana.send('POST', '/api/messages', { body: { receiverId: ben.id, ...body } })).status).toBe(400);
      expect(await readMessages(ana, ben)).toEqual([]);
    },
  );

  test('a member cannot write to themselves, to an unknown member, or as another sender', async () => {
    const { ana, ben } = await connectedPair();
    expect((await write(ana, ana, 'Me')).status).toBe(400);
    const toUnknownMember = { body: { receiverId: randomUUID(), content: 'Hello?' } };
    expect((await ana.call(contract.sendMessage, toUnknownMember)).status).toBe(404);
    const forged = { receiverId: ben.id, content: 'Me', senderId: ben.id };
    expect((await ana.send('POST', '/api/messages', { body: forged })).status).toBe(400);
  });

  test('a member id is case-insensitive, for live delivery and for the self-check', async () => {
    const { ana, ben } = await connectedPair();
    const benTab = await community.current.connect(ben);
    const { body: sent } = await ana.call(contract.sendMessage, {
      body: { receiverId: ben.id.toUpperCase(), content: 'Loud' },
    });
    expect(sent.receiverId).toBe(ben.id);
    expect(await benTab.next('message')).toMatchObject({ message: { content: 'Loud', receiverId: ben.id } });
    benTab.close();
    const toOneself = { body: { receiverId: ana.id.toUpperCase(), content: 'Me' } };
    expect((await ana.call(contract.sendMessage, toOneself)).status).toBe(400);
  });

  test('pages go back in time, and newer messages are listed after a message id', async () => {
    const { ana, ben } = await connectedPair();
    const sent: Message[] = [];
    for (const text of ['one', 'two', 'three', 'four']) sent.push((await write(ana, ben, text)).body);
    const first = await ben.call(contract.listMessages, { query: { userId: ana.id, limit: 3 } });
    const second = await ben.follow(first);
    expect([...first.body, ...second.body].map(({ content }) => content)).toEqual(['four', 'three', 'two', 'one']);
    const newer = await ben.call(contract.listMessages, { query: { userId: ana.id, after: sent[1]!.id, limit: 1 } });
    const rest = await ben.follow(newer);
    expect([...newer.body, ...rest.body].map(({ content }) => content)).toEqual(['three', 'four']);
    const otherMessage = (await write((await connectedPair()).ana, ana, 'Elsewhere')).body;
    const rejected = await ben.call(contract.listMessages, { query: { userId: ana.id, after: otherMessage.id } });
    expect(rejected.status).toBe(404);
  });

  test('reading resets the unread count and sends a receipt, unless receipts are turned off', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'One');
    await ben.call(contract.markRead, { body: { userId: ana.id } });
    expect(await unreadOf(ben)).toBe(0);
    expect((await readMessages(ana, ben))[0]!.state).toBe('read');
    await ben.call(updateSettings, { body: { sendsReadReceipts: false } });
    expect((await readMessages(ana, ben))[0]!.state).toBe('delivered');
  });

  test('messages after the read position stay unread', async () => {
    const { ana, ben } = await connectedPair();
    for (const text of ['One', 'Two', 'Three', 'Four']) await write(ana, ben, text);
    const readUpTo = (position: number) => ben.call(contract.markRead, { body: { userId: ana.id, position } });
    const listStates = async () => (await readMessages(ana, ben)).map(({ state }) => state);
    const unread = async () => (await conversationsOf(ben))[0]!.unreadCount;

    expect((await readUpTo(2)).status).toBe(204);
    expect([await unread(), await unreadOf(ben)]).toEqual([2, 1]);
    expect(await listStates()).toEqual(['sent', 'sent', 'read', 'read']);
    await readUpTo(1);
    expect(await unread()).toBe(2);
    await readUpTo(2_000_000_000);
    expect([await unread(), await unreadOf(ben)]).toEqual([0, 0]);
    await write(ana, ben, 'Five');
    expect(await unread()).toBe(1);
    expect((await readUpTo(-1)).status).toBe(400);
  });

  test('a message that arrives while earlier ones are marked as read is counted as unread', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ana, ben } = await connectedPair();
      await write(ana, ben, 'One');
      await Promise.all([
        ben.call(contract.markRead, { body: { userId: ana.id, position: 1 } }),
        write(ana, ben, 'Two'),
        write(ana, ben, 'Three'),
      ]);
      expect((await conversationsOf(ben))[0]!.unreadCount).toBe(2);
    }
  });
});

describe('removing a message', () => {
  test('is possible for its sender within 15 minutes and applies to both members', async () => {
    const { ana, ben } = await connectedPair();
    const { id } = (await write(ana, ben, 'Wrong window')).body;
    expect((await ben.call(contract.removeMessage, { params: { id } })).status).toBe(403);
    expect((await ana.call(contract.removeMessage, { params: { id } })).status).toBe(204);
    expect((await ana.call(contract.removeMessage, { params: { id } })).status).toBe(204);
    for (const [member, other] of [
      [ana, ben],
      [ben, ana],
    ] as const)
      expect((await readMessages(member, other))[0]).toMatchObject({ id, content: '', isRemoved: true, photo: null });
    const [row] = await community.current.db.select().from(messages).where(eq(messages.id, id));
    expect(row!.content).toBe('');
  });

  test('is not possible later or for another member', async () => {
    const { ana, ben } = await connectedPair();
    const { id } = (await write(ana, ben, 'Too late')).body;
    await community.current.db
      .update(messages)
      .set({ createdAt: new Date(Date.now() - 15 * 60_000 - 1_000) })
      .where(eq(messages.id, id));
    expect((await ana.call(contract.removeMessage, { params: { id } })).status).toBe(403);
    expect((await (await strangers()).ana.call(contract.removeMessage, { params: { id } })).status).toBe(404);
  });
});

describe('writing to a member without a connection', () => {
  test('the first message is a request until it is accepted', async () => {
    const { ana, ben } = await strangers();
    await write(ana, ben, 'I liked your post about the river');
    expect(await conversationsOf(ben)).toEqual([]);
    expect(await conversationsOf(ben, { kind: 'requests' })).toMatchObject([
      { otherUser: { id: ana.id }, isRequest: true, isOnline: null, unreadCount: 1 },
    ]);
    expect(await unreadOf(ben)).toBe(1);
    await ben.call(contract.markRead, { body: { userId: ana.id } });
    expect((await readMessages(ana, ben))[0]!.state).toBe('sent');
    const answer = { params: { userId: ana.id }, body: { accept: true } };
    expect((await ben.call(contract.answerRequest, answer)).status).toBe(204);
    expect((await ben.call(contract.answerRequest, answer)).status).toBe(404);
    expect(await conversationsOf(ben)).toHaveLength(1);
    expect((await readMessages(ana, ben))[0]!.state).toBe('read');
  });

  test('a request stays declined if the sender writes another message at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ana, ben } = await strangers();
      await write(ana, ben, 'May I?');
      const decline = () => ben.call(contract.answerRequest, { params: { userId: ana.id }, body: { accept: false } });
      await Promise.all([...['Please', 'Hello?', 'Are you there?'].map((text) => write(ana, ben, text)), decline()]);
      expect(await conversationsOf(ben, { kind: 'requests' })).toEqual([]);
      expect(await unreadOf(ben)).toBe(0);
    }
  });

  test('replying accepts a request, and declining hides it permanently', async () => {
    const { ana, ben } = await strangers();
    await write(ana, ben, 'Hello');
    await write(ben, ana, 'Hello back');
    expect(await conversationsOf(ben)).toMatchObject([{ isRequest: false }]);

    const cleo = await community.current.member();
    await write(cleo, ben, 'Hello');
    await ben.call(contract.answerRequest, { params: { userId: cleo.id }, body: { accept: false } });
    await write(cleo, ben, 'Hello again');
    expect(await conversationsOf(ben, { kind: 'requests' })).toEqual([]);
    expect(await conversationsOf(ben)).toHaveLength(1);
    expect(await unreadOf(ben)).toBe(0);
  });

  test('a member who accepts messages from connections only can still be written to by admins', async () => {
    const { ana, ben } = await strangers();
    await ben.call(updateSettings, { body: { messagesFrom: 'connections' } });
    const rejection = await write(ana, ben, 'Hello');
    expect(rejection.status).toBe(403);
    expect(codeOf(rejection)).toBe('messages.connections_only');
    const admin = await community.current.member({ role: 'admin' });
    expect((await write(admin, ben, 'About the event')).status).toBe(201);
    expect(await conversationsOf(ben)).toMatchObject([{ isRequest: false }]);
  });

  test('a flagged member may write to connections only', async () => {
    const { ana, ben } = await connectedPair();
    await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, ana.id));
    expect((await write(ana, ben, 'Still here')).status).toBe(201);
    const rejection = await write(ana, (await strangers()).ben, 'Hello');
    expect(codeOf(rejection)).toBe('messages.flagged');
  });

  test('a new account may start ten conversations on its first day', async () => {
    const ana = await community.current.member();
    const others = await Promise.all(Array.from({ length: 11 }, () => community.current.member()));
    for (const other of others.slice(0, 10)) expect((await write(ana, other, 'Hello')).status).toBe(201);
    const rejection = await write(ana, others[10]!, 'Hello');
    expect(rejection.status).toBe(429);
    expect(Number(rejection.headers['retry-after']) / 60 / 60).toBeCloseTo(24, 0);
    expect((await write(ana, others[0]!, 'Hello again')).status).toBe(201);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await community.current.db.update(users).set({ createdAt: yesterday }).where(eq(users.id, ana.id));
    expect((await write(ana, others[10]!, 'Hello')).status).toBe(201);
  });
});

describe('the conversation with one member', () => {
  test('is the same as in the list, regardless of its position there', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'First');
    const cleo = await community.current.member();
    await write(cleo, ben, 'A request');
    for (const [other, kind] of [
      [ana, undefined],
      [cleo, 'requests'],
    ] as const) {
      const [listed] = await conversationsOf(ben, kind && { kind });
      expect(await getConversationWith(ben, other.id)).toMatchObject({
        status: 200,
        body: { otherUser: { id: other.id }, conversation: listed },
      });
    }
  });

  test('is null before the first message and after the request was declined', async () => {
    const { ana, ben } = await strangers();
    const noConversation = { status: 200, body: { otherUser: { id: ana.id }, conversation: null } };
    expect(await getConversationWith(ben, ana.id)).toMatchObject(noConversation);
    await write(ana, ben, 'Hello');
    await ben.call(contract.answerRequest, { params: { userId: ana.id }, body: { accept: false } });
    expect(await getConversationWith(ben, ana.id)).toMatchObject(noConversation);
  });

  test('has the same answer for an unknown member, oneself and a blocked member', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'Hello');
    await ben.call(block, { params: { userId: ana.id } });
    const answers = [];
    for (const id of [randomUUID(), ben.id, ana.id]) answers.push(bytesOf(await getConversationWith(ben, id)));
    expect(new Set(answers).size).toBe(1);
    expect((await getConversationWith(ben, ana.id)).status).toBe(404);
    expect((await ben.send('GET', '/api/messages/conversations/ana')).status).toBe(400);
  });

  test('stays visible to a blocked member; without a conversation, the blocker is not found', async () => {
    const { ana, ben } = await connectedPair();
    const { id } = (await write(ana, ben, 'Hello')).body;
    await ben.call(block, { params: { userId: ana.id } });
    expect((await getConversationWith(ana, ben.id)).body.conversation).toMatchObject({ id, state: 'sent' });
    const cleo = await community.current.member();
    await ben.call(block, { params: { userId: cleo.id } });
    expect((await getConversationWith(cleo, ben.id)).status).toBe(404);
  });
});

describe('blocks', () => {
  test('a blocked sender does not notice the block, and their messages are visible only to them', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'Before');
    await ben.call(block, { params: { userId: ana.id } });
    const sent = await write(ana, ben, 'After');
    expect(sent).toMatchObject({ status: 201, body: { state: 'sent' } });
    expect((await readMessages(ana, ben)).map(({ content }) => content)).toEqual(['After', 'Before']);
    expect((await readMessages(ben, ana)).map(({ content }) => content)).toEqual(['Before']);
    expect(await conversationsOf(ben)).toEqual([]);
    expect(await unreadOf(ben)).toBe(0);
    expect(codeOf(await write(ben, ana, 'Hm'))).toBe('messages.you_blocked_them');
  });

  test('a blocked sender gets no more receipts and keeps the earlier ones', async () => {
    const { ana, ben } = await connectedPair();
    await write(ana, ben, 'Read');
    await ben.call(contract.markRead, { body: { userId: ana.id } });
    await write(ana, ben, 'Not read yet');
    await write(ben, ana, 'Waiting');
    await write(ana, ben, 'Nor this');
    const listStates = async () =>
      (await readMessages(ana, ben)).filter(({ state }) => state !== null).map(({ state }) => state);
    const before = await listStates();
    expect(before).toEqual(['sent', 'read', 'read']);
    const anaTab = await community.current.connect(ana);
    await ben.call(block, { params: { userId: ana.id } });
    await ben.call(contract.markRead, { body: { userId: ana.id } });
    const benTab = await community.current.connect(ben);
    benTab.send({ type: 'read', userId: ana.id });
    benTab.send({ type: 'typing', receiverId: ana.id });
    await write(ana, (await strangers()).ben, 'What was said before has arrived by now');
    await anaTab.next('message');
    expect(await listStates()).toEqual(before);
    expect(anaTab.queuedTypes.filter((type) => ['read', 'delivered', 'typing'].includes(type))).toEqual([]);
    for (const tab of [anaTab, benTab]) tab.close();
  });

  test('a blocked member can still read earlier unread messages', async () => {
    const { ana, ben } = await connectedPair();
    await write(ben, ana, 'Before');
    await ben.call(block, { params: { userId: ana.id } });
    expect(await unreadOf(ana)).toBe(1);
    await ana.call(contract.markRead, { body: { userId: ben.id } });
    expect(await unreadOf(ana)).toBe(0);
  });
});
