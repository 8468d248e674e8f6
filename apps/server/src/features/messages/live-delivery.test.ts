import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/messages/schemas';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import {
  connectedPair as createConnectedPair,
  conversationsOf,
  readMessages,
  write,
} from '../../../test/conversations.ts';

const community = setUpCommunity();

const connectedPair = () => createConnectedPair(community.current);
const strangers = async () => ({ ana: await community.current.member(), ben: await community.current.member() });

describe('live delivery', () => {
  test('a message reaches every tab of both members and is acknowledged, delivered and read', async () => {
    const { ana, ben } = await connectedPair();
    const anaTab = await community.current.connect(ana);
    const [benTab, otherBenTab] = [await community.current.connect(ben), await community.current.connect(ben)];
    const clientId = randomUUID();
    anaTab.send({ type: 'message', receiverId: ben.id, content: 'Live', clientId });
    const { message } = await anaTab.next('ack');
    expect(message).toMatchObject({ content: 'Live', clientId, state: 'sent' });
    expect((await anaTab.next('message')).message.id).toBe(message.id);
    for (const tab of [benTab, otherBenTab])
      expect((await tab.next('message')).message).toEqual({ ...message, clientId: null, state: null });
    expect((await benTab.next('unread')).count).toBe(1);
    expect(await anaTab.next('delivered')).toEqual({ type: 'delivered', userId: ben.id, position: 1 });
    benTab.send({ type: 'read', userId: ana.id });
    expect(await anaTab.next('read')).toMatchObject({ userId: ben.id, position: 1 });
    expect((await otherBenTab.next('unread')).count).toBe(1);
    expect((await otherBenTab.next('unread')).count).toBe(0);
    for (const tab of [anaTab, benTab, otherBenTab]) tab.close();
  });

  test('answering a request updates every tab of the receiver and none of the sender', async () => {
    const { ana, ben } = await strangers();
    const cleo = await community.current.member();
    await write(ana, ben, 'Hello');
    await write(cleo, ben, 'Hello');
    const tabs = [await community.current.connect(ben), await community.current.connect(ben)];
    const senders = [await community.current.connect(ana), await community.current.connect(cleo)];
    await ben.call(contract.answerRequest, { params: { userId: ana.id }, body: { accept: true } });
    await ben.call(contract.answerRequest, { params: { userId: cleo.id }, body: { accept: false } });
    for (const tab of tabs) {
      const type = 'request.answered';
      expect(await tab.next(type)).toEqual({ type, userId: ana.id, isAccepted: true });
      expect(await tab.next(type)).toEqual({ type, userId: cleo.id, isAccepted: false });
    }
    for (const sender of senders) expect(sender.queuedTypes).not.toContain('request.answered');
    for (const tab of [...tabs, ...senders]) tab.close();
  });

  test('typing indicators and presence are shown only in accepted conversations', async () => {
    const { ana, ben } = await connectedPair();
    const cleo = await community.current.member();
    await write(ana, ben, 'Hello');
    await write(ben, ana, 'Hello');
    await write(cleo, ben, 'A request');
    const benTab = await community.current.connect(ben);
    const anaTab = await community.current.connect(ana);
    const cleoTab = await community.current.connect(cleo);
    expect(await benTab.next('presence')).toEqual({ type: 'presence', userId: ana.id, isOnline: true });
    expect((await conversationsOf(ben))[0]).toMatchObject({ otherUser: { id: ana.id }, isOnline: true });
    cleoTab.send({ type: 'typing', receiverId: ben.id });
    anaTab.send({ type: 'typing', receiverId: ben.id });
    expect(await benTab.next('typing')).toEqual({ type: 'typing', userId: ana.id });
    anaTab.close();
    expect(await benTab.next('presence')).toEqual({ type: 'presence', userId: ana.id, isOnline: false });
    expect(benTab.queuedTypes).not.toContain('typing');
    for (const tab of [benTab, cleoTab]) tab.close();
  });

  test('a frame with a forged sender or invalid content gets an error and changes nothing', async () => {
    const { ana, ben } = await connectedPair();
    const anaTab = await community.current.connect(ana);
    const clientId = randomUUID();
    anaTab.send({ type: 'message', receiverId: ben.id, content: 'Forged', senderId: ben.id, clientId });
    expect(await anaTab.next('error')).toMatchObject({ code: 'messages.sender_forged', clientId });
    anaTab.socket.send('{"type":"message","receiverId":7}');
    expect(await anaTab.next('error')).toMatchObject({ code: 'request.invalid' });
    anaTab.socket.send('{"type":"spell"}');
    expect(await anaTab.next('error')).toMatchObject({ code: 'live.unknown_frame' });
    anaTab.socket.send('nonsense');
    expect(await anaTab.next('error')).toMatchObject({ code: 'live.unknown_frame' });
    expect(await readMessages(ben, ana)).toEqual([]);
    anaTab.close();
  });
});
