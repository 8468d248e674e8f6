import { randomUUID } from 'node:crypto';
import { getCurrentUser, endAllSessions } from '@commons/contract/auth/schemas';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { block, unblock } from '@commons/contract/profiles/schemas';
import { count, eq } from 'drizzle-orm';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { busyTimeout, waitForLockWaiters } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';
import { sessions } from '../../features/auth/auth.tables.ts';
import { messages } from '../../features/messages/messages.tables.ts';
import { closeCodes } from './connections.ts';
import { defaultRecheckMilliseconds } from './sockets.ts';

const community = setUpCommunity();

/** A second server process that receives no notifications from the first one: each NOTIFY fails. */
const secondProcess = setUpSecondServer(community);
beforeAll(async () => {
  const pool = community.current.db.$client;
  const query = pool.query.bind(pool) as (config: QueryConfig, values?: unknown[]) => Promise<unknown>;
  pool.query = ((config: QueryConfig, values?: unknown[]) =>
    config.name === 'bus_notify'
      ? Promise.reject(new Error('the test blocks notifications'))
      : query(config, values)) as typeof pool.query;
});

const pollOptions = { timeout: busyTimeout, interval: 20 };

const createPostAs = async (member: Member, content = 'Good morning'): Promise<string> =>
  (await member.call(createPost, { body: { content } })).body.id;

const sessionsOf = (member: Member) => eq(sessions.userId, member.id);

const countMessagesFrom = async (member: Member): Promise<number> => {
  const [row] = await community.current.db
    .select({ stored: count() })
    .from(messages)
    .where(eq(messages.senderId, member.id));
  return row?.stored ?? 0;
};

const countConnections = ({ server }: Community): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.server.getConnections((error, connections) => (error ? reject(error) : resolve(connections)));
  return promise;
};

async function createConnectedMembers() {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  await ana.call(requestConnection, { body: { userId: ben.id } });
  await ben.call(acceptConnection, { params: { userId: ana.id } });
  return { ana, ben };
}

/** Creates two members who have exchanged messages. */
async function createConversingMembers() {
  const { ana, ben } = await createConnectedMembers();
  await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Hello' } });
  await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
  return { ana, ben };
}

/** Sends a message over a socket. Returns `ack` or the error code. */
async function sendOver(tab: LiveClient, receiver: Member): Promise<string> {
  tab.send({ type: 'message', receiverId: receiver.id, content: 'Hello', clientId: randomUUID() });
  const answer = await tab.next('ack', 'error');
  return answer.type === 'ack' ? 'ack' : answer.code;
}

/** Maximum number of typing frames since a time of `performance.now`: 10, plus one per second. */
const maxTypingFramesSince = (startedAt: number): number => 10 + Math.ceil((performance.now() - startedAt) / 1_000);

/** Returns the member as a client of the other server process. */
const inSecondProcess = (member: Member) => new Member(secondProcess.current.server, member);

describe('within a second, without any notification', () => {
  test('all sockets are checked again', () => {
    expect(defaultRecheckMilliseconds).toBeLessThan(1_000);
  });

  test.for([
    ['was ended', (ana: Member) => community.current.db.delete(sessions).where(sessionsOf(ana))],
    [
      'ran out',
      (ana: Member) => community.current.db.update(sessions).set({ expiresAt: new Date() }).where(sessionsOf(ana)),
    ],
  ] as const)('the sockets of a session that %s are closed in every process', async ([, endSession]) => {
    const ana = await community.current.member();
    const tabs = await Promise.all([community.current.connect(ana), secondProcess.current.connect(ana)]);
    const neighbour = await secondProcess.current.connect(await community.current.member());
    await endSession(ana);
    const endedAt = performance.now();
    expect(await Promise.all(tabs.map((tab) => tab.closed()))).toEqual([4401, 4401]);
    expect(performance.now() - endedAt).toBeLessThan(pollOptions.timeout);
    expect(neighbour.socket.readyState).toBe(neighbour.socket.OPEN);
    neighbour.close();
  });

  test('frames over an open socket are authorized with the current state of the member', async () => {
    const ana = await community.current.member();
    const tab = await community.current.connect(ana);
    expect(await sendOver(tab, await community.current.member())).toBe('ack');
    const setFlag = (isFlagged: boolean) =>
      community.current.db.update(users).set({ isFlagged }).where(eq(users.id, ana.id));
    await setFlag(true);
    expect(
      (await ana.call(sendMessage, { body: { receiverId: (await community.current.member()).id, content: 'Hello' } }))
        .status,
    ).toBe(403);
    const stranger = await community.current.member();
    await expect.poll(() => sendOver(tab, stranger), pollOptions).toBe('messages.flagged');
    await setFlag(false);
    await expect.poll(() => sendOver(tab, stranger), pollOptions).toBe('ack');
    tab.close();
  });

  test('signing out everywhere and blocking take effect although the notification was lost', async () => {
    const [ana, ben, eva] = [
      await community.current.member(),
      await community.current.member(),
      await community.current.member(),
    ];
    const tab = await secondProcess.current.connect(ana);
    /** Whether Ana's tab receives Ben's next post. Eva's later post marks the end. */
    const receivesPostOfBen = async () => {
      const postOfBen = await createPostAs(inSecondProcess(ben));
      const postOfEva = await createPostAs(inSecondProcess(eva));
      const receivedIds: string[] = [];
      while (receivedIds.at(-1) !== postOfEva) receivedIds.push((await tab.next('post.created')).postId);
      return receivedIds.includes(postOfBen);
    };
    expect(await receivesPostOfBen()).toBe(true);
    await ana.call(block, { params: { userId: ben.id } });
    await expect.poll(receivesPostOfBen, pollOptions).toBe(false);
    await ana.call(unblock, { params: { userId: ben.id } });
    await expect.poll(receivesPostOfBen, pollOptions).toBe(true);
    await ana.call(endAllSessions, {});
    const endedAt = performance.now();
    expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    expect(performance.now() - endedAt).toBeLessThan(pollOptions.timeout);
  });
});

describe('a session that ends', () => {
  test('closes sockets that are being opened', async () => {
    const attempts = Array.from({ length: 12 }, async () => {
      const ana = await community.current.member();
      const opening = Array.from({ length: 10 }, () => secondProcess.current.connect(ana).catch(() => undefined));
      await community.current.db.delete(sessions).where(sessionsOf(ana));
      const tabs = (await Promise.all(opening)).filter((tab) => tab !== undefined);
      for (const tab of tabs) expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    });
    await Promise.all(attempts);
    await expect.poll(() => countConnections(secondProcess.current), pollOptions).toBe(0);
  });

  test('ignores frames of a client that does not answer the close frame, and terminates its socket', async () => {
    const { ana, ben } = await createConnectedMembers();
    const tab = await secondProcess.current.connect(ana);
    await tab.next('heartbeat');
    // The paused client does not notice that the server closes.
    tab.socket.pause();
    await inSecondProcess(ana).send('GET', '/api/logout');
    for (let index = 0; index < 20; index += 1)
      tab.send({ type: 'message', receiverId: ben.id, content: 'Still me', clientId: randomUUID() });
    await expect.poll(() => countConnections(secondProcess.current)).toBe(0);
    expect(await countMessagesFrom(ana)).toBe(0);
    tab.socket.resume();
  });

  test('discards frames that are still queued', async () => {
    const { ana, ben } = await createConnectedMembers();
    const tab = await secondProcess.current.connect(ana);
    const lockHolder = await community.current.db.$client.connect();
    await lockHolder.query('BEGIN');
    await lockHolder.query('LOCK TABLE messages');
    for (let index = 0; index < 20; index += 1)
      tab.send({ type: 'message', receiverId: ben.id, content: 'One of many', clientId: randomUUID() });
    await waitForLockWaiters(secondProcess.current);
    await inSecondProcess(ana).send('GET', '/api/logout');
    expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    await lockHolder.query('COMMIT');
    lockHolder.release();
    const { ana: eva, ben: liv } = await createConnectedMembers();
    const other = await secondProcess.current.connect(eva);
    expect(await sendOver(other, liv)).toBe('ack');
    expect(await countMessagesFrom(ana)).toBeLessThanOrEqual(1);
    other.close();
  });
});

describe('the sockets of one member', () => {
  let rateLimited: Community;
  beforeAll(async () => {
    rateLimited = await Community.open({ sharesDatabaseWith: community.current, environment: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => rateLimited.close());

  test('who floods a socket with frames are limited, then closed', async () => {
    const { ana, ben } = await createConversingMembers();
    const [tabOfAna, tabOfBen] = [await rateLimited.connect(ana), await rateLimited.connect(ben)];
    const startedAt = performance.now();
    for (let index = 0; index < 300; index += 1) tabOfAna.send({ type: 'typing', receiverId: ben.id });
    expect(await tabOfAna.next('error')).toMatchObject({ code: 'request.too_many' });
    // The order of the two limits depends on how fast the frames arrive.
    expect([1008, 1013]).toContain(await tabOfAna.closed());
    await tabOfAna.closed();
    await createPostAs(new Member(rateLimited.server, ana));
    await tabOfBen.next('post.created');
    const typing = tabOfBen.queuedTypes.filter((type) => type === 'typing');
    expect(typing.length).toBeLessThanOrEqual(maxTypingFramesSince(startedAt));
    tabOfBen.close();
  });

  test('share one limit for typing in many tabs', async () => {
    const { ana, ben } = await createConversingMembers();
    const tabOfBen = await rateLimited.connect(ben);
    const tabs = await Promise.all(Array.from({ length: 5 }, () => rateLimited.connect(ana)));
    const startedAt = performance.now();
    for (const tab of tabs)
      for (let index = 0; index < 10; index += 1) tab.send({ type: 'typing', receiverId: ben.id });
    for (const tab of tabs) {
      tab.socket.send('what?');
      while ((await tab.next('error')).code !== 'live.unknown_frame');
    }
    await createPostAs(new Member(rateLimited.server, ana));
    await tabOfBen.next('post.created');
    const typing = tabOfBen.queuedTypes.filter((type) => type === 'typing');
    expect(typing.length).toBeLessThanOrEqual(maxTypingFramesSince(startedAt));
    for (const tab of [tabOfBen, ...tabs]) tab.close();
  });

  test('are limited to twenty per process; the oldest is closed with a reason', async () => {
    const ana = await community.current.member();
    const tabs: LiveClient[] = [];
    for (let tab = 0; tab < 22; tab += 1) tabs.push(await secondProcess.current.connect(ana));
    expect(await Promise.all(tabs.slice(0, 2).map((tab) => tab.closed()))).toEqual([4429, 4429]);
    await createPostAs(inSecondProcess(ana));
    for (const tab of tabs.slice(2)) {
      await tab.next('post.created');
      tab.close();
    }
    expect((await ana.call(getCurrentUser, {})).status).toBe(200);
  });
});
