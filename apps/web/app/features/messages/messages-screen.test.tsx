import { connectionCalls } from '@commons/contract/connections/calls';
import { messageCalls } from '@commons/contract/messages/calls';
import type { Conversation, ConversationWith, Message } from '@commons/contract/messages/schemas';
import { profileCalls } from '@commons/contract/profiles/calls';
import { reportCalls } from '@commons/contract/reports/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, problem, reply } from '../../../test/api.ts';
import {
  ana,
  button,
  dialog,
  expectFocus,
  focus,
  newId,
  renderScreen,
  toast,
  tom,
  viewer,
} from '../../../test/screen.tsx';
import { live } from './live.ts';
import MessagesScreen from './messages-screen.tsx';

const namesake = { ...tom, id: newId() };
const messageOf = (content: string, senderId = tom.id): Message => ({
  id: newId(),
  senderId,
  receiverId: ana.id,
  position: 1,
  content,
  photo: null,
  createdAt: new Date().toISOString(),
  isRemoved: false,
  clientId: null,
  state: null,
});
const conversationWith = (otherUser = tom, fields: Partial<Conversation> = {}): Conversation => ({
  ...messageOf('Hello', otherUser.id),
  otherUser,
  unreadCount: 0,
  isRequest: false,
  isOnline: null,
  hasLeft: false,
  ...fields,
});

const field = () => page.getByRole('textbox', { name: 'Message to Tom Lund' });
const search = () => page.getByRole('searchbox', { name: 'Search names and messages' });
const request = () => page.getByRole('region', { name: 'Message request' });

const renderChat = (partner = tom) =>
  renderScreen(<MessagesScreen />, { path: `/messages/${partner.id}`, pattern: '/messages/:userId?', live });

const replyWith = (otherUser = tom, fields: Partial<Conversation> = {}): ConversationWith => ({
  otherUser,
  conversation: conversationWith(otherUser, fields),
});

beforeEach(() => {
  reply(messageCalls.listConversations, []);
  reply(messageCalls.listMessages, [messageOf('Stop your tablets, eat turmeric')]);
  reply(messageCalls.getConversation, replyWith());
  reply(messageCalls.markRead, undefined);
  reply(connectionCalls.listConnections, []);
  reply(connectionCalls.listSuggestedConnections, []);
});

test('a chat has a title while it loads and when it fails to load', async () => {
  const finish = holdReply(messageCalls.getConversation);
  await renderChat();
  await expect.poll(() => document.title).toMatch(/^Messages · /);
  finish(problem(500));
  await expect.element(button('Try again')).toBeVisible();
  expect(document.title).toMatch(/^This conversation could not be loaded · /);
});

test('a chat that loads late does not take the focus from the search field, but otherwise takes it', async () => {
  const finish = holdReply(messageCalls.getConversation);
  const { leave } = await renderChat();
  await search().click();
  await userEvent.keyboard('What I ask ');
  finish(replyWith());
  await expect.element(field()).toBeVisible();
  await userEvent.keyboard('nobody');
  await expect.element(search()).toHaveValue('What I ask nobody');
  await expect.element(field()).toHaveValue('');
  await leave();
  await renderChat();
  await expectFocus(field());
});

test('a link opens a conversation that is not in the loaded list, even if two members have the same name', async () => {
  reply(messageCalls.listConversations, [conversationWith(namesake, { isRequest: true })]);
  reply(messageCalls.getConversation, replyWith(tom, { isOnline: true }));
  const { leave } = await renderChat();
  await expect.element(page.getByText('Online', { exact: true })).toBeVisible();
  await expect.element(request()).not.toBeInTheDocument();
  await leave();
  reply(messageCalls.listMessages, [messageOf('Hello', namesake.id)]);
  await renderChat(namesake);
  await expect.element(request()).toBeVisible();
  await expect.element(page.getByText('Online', { exact: true })).not.toBeInTheDocument();
});

test('a message to a member without a connection says that it waits among their requests until it is delivered', async () => {
  const own: Message = { ...messageOf('Hello', ana.id), receiverId: tom.id, state: 'sent' };
  reply(messageCalls.listMessages, [own]);
  reply(profileCalls.getProfile, { ...viewer, ...tom, connection: 'none', isMuted: false });
  const waiting = page.getByText('Sent. Waits in Tom’s requests until they accept it.');
  const { leave } = await renderChat();
  await expect.element(waiting).toBeVisible();
  await leave();
  reply(messageCalls.listMessages, [{ ...own, state: 'delivered' }]);
  await renderChat();
  await expect.element(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
});

test('a member is reported by keyboard, and a second report is rejected', async () => {
  await renderChat();
  const menuButton = button('More about Tom Lund');
  const report = async () => {
    await focus(menuButton);
    await userEvent.keyboard('{Enter}');
    await expectFocus(page.getByRole('menuitem', { name: 'Report' }));
    await userEvent.keyboard('{Enter}');
    await focus(dialog().getByRole('radio', { name: 'Someone is in danger' }));
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(dialog().getByRole('radio', { name: 'Harmful health advice' })).toBeChecked();
    await focus(button('Send Report', dialog()));
    await userEvent.keyboard('{Enter}');
  };
  reply(reportCalls.createReport, problem(409, 'reports.already_reported', 'You have reported this already.'));
  await report();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('You have reported this already.');
  await userEvent.keyboard('{Escape}');
  await expectFocus(menuButton);
  const [subject, createdAt] = [{ subjectType: 'member', subjectId: tom.id } as const, new Date().toISOString()];
  reply(reportCalls.createReport, {
    id: newId(),
    ...subject,
    reason: 'medical_misinformation',
    note: null,
    state: 'received',
    createdAt,
  });
  await report();
  await expect.element(toast()).toMatchTextContent('Report sent');
  await expectFocus(menuButton);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'turmeric' })).toBeVisible();
});

test('a message of invisible characters or more than 5,000 characters cannot be sent', async () => {
  await renderChat();
  const invisibleTexts = ['\u200b\u2060', '\u0301\u0323', '\u2800', '\u3164', '\u0007', '\u202e', '\u{e0041}\u{e007f}'];
  for (const text of invisibleTexts) {
    await field().fill(text);
    await expect.element(button('Send message')).toBeDisabled();
  }
  await field().fill(`${invisibleTexts[0]}👩‍👩‍👧`);
  await expect.element(button('Send message')).toBeEnabled();
  await field().fill('😀'.repeat(5_001));
  await expect.element(page.getByText('1 character too many')).toBeInTheDocument();
  await expect.element(button('Send message')).toBeDisabled();
  await field().fill('😀'.repeat(2_600));
  await expect.element(page.getByText(/too many/)).not.toBeInTheDocument();
  await expect.element(button('Send message')).toBeEnabled();
});

test('a long press on a message opens its menu, scrolling does not', async () => {
  await renderChat();
  const bubble = page.getByText('Stop your tablets, eat turmeric').last();
  await expect.element(bubble).toBeVisible();
  const send = (type: string, clientY: number) =>
    bubble.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientY }));
  const copyItem = page.getByRole('menuitem', { name: 'Copy Text' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  send('pointerdown', 0);
  send('pointermove', 40);
  vi.advanceTimersByTime(1_000);
  expect(copyItem.query()).toBeNull();
  send('pointerdown', 0);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await expect.element(copyItem).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Report Message' })).toBeVisible();
});

test('an empty chat offers first sentences, which a member can change before sending', async () => {
  reply(messageCalls.listMessages, []);
  reply(messageCalls.getConversation, { otherUser: tom, conversation: null });
  await renderChat();
  await button('Hello, how are you today?').click();
  await expect.element(field()).toHaveValue('Hello, how are you today?');
  await expectFocus(field());
});
