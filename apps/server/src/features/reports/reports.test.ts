import { randomUUID } from 'node:crypto';
import { createComment, createPost, deletePost } from '@commons/contract/feed/schemas';
import * as messaging from '@commons/contract/messages/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { reportSubjectTypes } from '@commons/contract/reports';
import * as contract from '@commons/contract/reports/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { formBody, noise } from '../../../test/pictures.ts';
import { codeOf } from '../../../test/problems.ts';
import { users } from '../../community/members/users.tables.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { reports } from './reports.tables.ts';

const community = setUpCommunity();

const createTwoMembers = async () => ({
  ana: await community.current.member({ firstName: 'Ana' }),
  eli: await community.current.member({ firstName: 'Eli', lastName: 'Stone' }),
});

const write = async (from: Member, to: Member, content: string, options: { photoId?: string } = {}) =>
  (await from.call(messaging.sendMessage, { body: { receiverId: to.id, content, ...options } })).body;

const report = (member: Member, input: object, headers: Record<string, string> = {}) =>
  member.send<contract.Report>('POST', '/api/reports', { body: { reason: 'harassment', ...input }, headers });

const requestsOf = async (member: Member) =>
  (await member.call(messaging.listConversations, { query: { kind: 'requests' } })).body;

const unreadOf = async (member: Member) => (await member.call(messaging.getUnreadCount, {})).body.count;

/** Returns the stored reports about a member. */
const storedAbout = (member: Member) =>
  community.current.db.select().from(reports).where(eq(reports.reportedId, member.id)).orderBy(reports.id);

describe('reporting a member who sent a message request', () => {
  test('stores the shared messages and declines the request', async () => {
    const { ana, eli } = await createTwoMembers();
    const first = await write(eli, ana, 'Hey you');
    const second = await write(eli, ana, 'Answer me');
    await write(eli, ana, 'Or else');
    const response = await report(ana, {
      subjectType: 'member',
      subjectId: eli.id,
      note: '  It frightens me. ',
      messageIds: [second.id, first.id],
    });
    expect(response).toMatchObject({
      status: 201,
      body: { subjectType: 'member', subjectId: eli.id, reason: 'harassment', note: 'It frightens me.' },
    });
    expect(await storedAbout(eli)).toMatchObject([
      {
        id: response.body.id,
        reporterId: ana.id,
        evidence: { displayName: 'Eli Stone', messages: [{ content: 'Hey you' }, { content: 'Answer me' }] },
      },
    ]);
    expect(await requestsOf(ana)).toEqual([]);
    expect(await unreadOf(ana)).toBe(0);
    await write(eli, ana, 'Still here');
    expect(await requestsOf(ana)).toEqual([]);
  });

  test('stores nothing of the conversation without shared messages', async () => {
    const { ana, eli } = await createTwoMembers();
    await write(eli, ana, 'Between us');
    await report(ana, { subjectType: 'member', subjectId: eli.id });
    expect((await storedAbout(eli))[0]!.evidence).toMatchObject({ messages: [] });
  });

  test('does not decline the request if the report fails', async () => {
    const { ana, eli } = await createTwoMembers();
    await report(ana, { subjectType: 'member', subjectId: eli.id });
    await write(eli, ana, 'Hey you');
    expect((await report(ana, { subjectType: 'member', subjectId: eli.id })).status).toBe(409);
    expect(await requestsOf(ana)).toHaveLength(1);
  });

  test('does not change an accepted conversation', async () => {
    const { ana, eli } = await createTwoMembers();
    await write(eli, ana, 'Hello');
    await write(ana, eli, 'Hello');
    await report(ana, { subjectType: 'member', subjectId: eli.id });
    expect((await ana.call(messaging.listConversations, {})).body).toHaveLength(1);
  });

  test('notifies the reporter’s own tabs, but not the reported member', async () => {
    const { ana, eli } = await createTwoMembers();
    const { id } = await write(eli, ana, 'Hey you');
    const tab = await community.current.connect(ana);
    const eliTab = await community.current.connect(eli);
    await report(ana, { subjectType: 'message', subjectId: id });
    expect(await tab.next('request.answered')).toEqual({
      type: 'request.answered',
      userId: eli.id,
      isAccepted: false,
    });
    expect((await tab.next('unread')).count).toBe(0);
    expect(eliTab.queuedTypes).toEqual([]);
    for (const client of [tab, eliTab]) client.close();
  });
});

describe('a report keeps a copy', () => {
  test('of a message that is removed afterwards, and its photo', async () => {
    const { ana, eli } = await createTwoMembers();
    const picture = new File([new Uint8Array(await noise(8, 8).png().toBuffer())], 'a.png');
    const form = new FormData();
    form.append('file', picture);
    const path = '/api/uploads/message-photos';
    const { body: photo } = await eli.send<{ id: string }>('POST', path, await formBody(form));
    const { id } = await write(eli, ana, 'Look at this', { photoId: photo.id });
    expect((await report(ana, { subjectType: 'message', subjectId: id })).status).toBe(201);
    await eli.call(messaging.removeMessage, { params: { id } });
    expect((await storedAbout(eli))[0]!.evidence).toMatchObject({
      messages: [{ id, content: 'Look at this', photoId: photo.id }],
    });
    const [file] = await community.current.db.select().from(mediaFiles).where(eq(mediaFiles.id, photo.id));
    expect(file!.attachedAt).not.toBeNull();
  });

  test('of a post and a comment that are deleted afterwards', async () => {
    const { ana, eli } = await createTwoMembers();
    const post = (await eli.call(createPost, { body: { content: 'Buy my cure' } })).body;
    const comment = await eli.call(createComment, { params: { id: post.id }, body: { content: 'It works' } });
    const reason = 'medical_misinformation';
    expect((await report(ana, { subjectType: 'post', subjectId: post.id, reason })).status).toBe(201);
    expect((await report(ana, { subjectType: 'comment', subjectId: comment.body.id, reason })).status).toBe(201);
    await eli.call(deletePost, { params: { id: post.id } });
    const stored = await storedAbout(eli);
    expect(stored.map(({ evidence }) => evidence)).toMatchObject([{ content: 'Buy my cure' }, { content: 'It works' }]);
  });

  test('when the reported member leaves', async () => {
    const { ana, eli } = await createTwoMembers();
    const { id } = await write(eli, ana, 'Catch me');
    const response = await report(ana, { subjectType: 'message', subjectId: id });
    await community.current.db.delete(users).where(eq(users.id, eli.id));
    const [stored] = await community.current.db.select().from(reports).where(eq(reports.id, response.body.id));
    expect(stored).toMatchObject({ reportedId: null, evidence: { messages: [{ content: 'Catch me' }] } });
  });
});

describe('permissions to report', () => {
  test('a member can report and share only messages that they received', async () => {
    const { ana, eli } = await createTwoMembers();
    const cleo = await community.current.member();
    const sent = await write(eli, ana, 'For Ana alone');
    for (const member of [cleo, eli])
      expect((await report(member, { subjectType: 'message', subjectId: sent.id })).status).toBe(404);
    await report(cleo, { subjectType: 'member', subjectId: eli.id, messageIds: [sent.id] });
    const other = await write(cleo, ana, 'From Cleo');
    await report(ana, { subjectType: 'member', subjectId: eli.id, messageIds: [other.id] });
    const shared = (await storedAbout(eli)).map(({ evidence }) => evidence);
    expect(shared).toMatchObject([{ messages: [] }, { messages: [] }]);
  });

  test('a member cannot report content that a block hides from them', async () => {
    const { ana, eli } = await createTwoMembers();
    const post = (await eli.call(createPost, { body: { content: 'Hidden' } })).body;
    await ana.call(block, { params: { userId: eli.id } });
    const withheld = await write(eli, ana, 'Withheld');
    expect((await report(ana, { subjectType: 'post', subjectId: post.id })).status).toBe(404);
    expect((await report(ana, { subjectType: 'message', subjectId: withheld.id })).status).toBe(404);
  });

  test('a member can report a member despite a block of either', async () => {
    const { ana, eli } = await createTwoMembers();
    await ana.call(block, { params: { userId: eli.id } });
    expect((await report(ana, { subjectType: 'member', subjectId: eli.id })).status).toBe(201);
    expect((await report(eli, { subjectType: 'member', subjectId: ana.id })).status).toBe(201);
  });

  test('a member cannot report themselves, content in review, or missing content', async () => {
    const { ana, eli } = await createTwoMembers();
    const ownPost = (await ana.call(createPost, { body: { content: 'Mine' } })).body;
    for (const input of [
      { subjectType: 'member', subjectId: ana.id },
      { subjectType: 'post', subjectId: ownPost.id },
    ])
      expect(codeOf(await report(ana, input))).toBe('reports.not_oneself');
    await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, eli.id));
    const heldPost = (await eli.call(createPost, { body: { content: 'Awaiting' } })).body;
    expect((await report(ana, { subjectType: 'post', subjectId: heldPost.id })).status).toBe(404);
    for (const subjectType of reportSubjectTypes)
      expect((await report(ana, { subjectType, subjectId: randomUUID() })).status).toBe(404);
  });
});

describe('a report', () => {
  test.for([
    { reason: 'boredom' },
    { subjectType: 'weather' },
    { subjectId: 'eli' },
    { note: 'a'.repeat(1_001) },
    { messageIds: Array.from({ length: 6 }, () => randomUUID()) },
    { subjectType: 'post', messageIds: [] },
  ])('of %j is rejected', async (input) => {
    const { ana, eli } = await createTwoMembers();
    expect((await report(ana, { subjectType: 'member', subjectId: eli.id, ...input })).status).toBe(400);
    expect(await storedAbout(eli)).toEqual([]);
  });

  test('of a subject is stored once for each member, also for ten concurrent calls', async () => {
    const { ana, eli } = await createTwoMembers();
    const input = { subjectType: 'member', subjectId: eli.id };
    const responses = await Promise.all(Array.from({ length: 10 }, () => report(ana, input)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await report(await community.current.member(), input)).status).toBe(201);
    expect(await storedAbout(eli)).toHaveLength(2);
  });

  test('is listed for its reporter only, latest first', async () => {
    const { ana, eli } = await createTwoMembers();
    const cleo = await community.current.member();
    for (const { id } of [eli, cleo]) await report(ana, { subjectType: 'member', subjectId: id });
    const first = await ana.call(contract.listOwnReports, { query: { limit: 1 } });
    expect(first.body).toMatchObject([{ subjectId: cleo.id, note: null }]);
    expect((await ana.follow(first)).body).toMatchObject([{ subjectId: eli.id }]);
    expect((await eli.call(contract.listOwnReports, {})).body).toEqual([]);
  });

  test('is limited to twenty in an hour', async () => {
    const limitedServer = await Community.open({ environment: { RATE_LIMITS: 'on' } });
    const ana = await limitedServer.member();
    const attempts = Array.from({ length: 21 }, () => report(ana, { subjectType: 'member', subjectId: randomUUID() }));
    const rejection = (await Promise.all(attempts)).filter(({ status }) => status === 429);
    expect(rejection).toHaveLength(1);
    expect(rejection[0]!.headers['retry-after']).toBeDefined();
    await limitedServer.close();
  });
});
