import { randomUUID } from 'node:crypto';
import { getCurrentUser, endAllSessions } from '@commons/contract/auth/schemas';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { block, unblock } from '@commons/contract/profiles/schemas';
import { count, eq } from 'drizzle-orm';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { busyTimeout, waitForLockWaiters } from '../../../test/waiting.ts';
import { sessions } from '../../features/auth/auth.tables.ts';
import { users } from '../../features/members/users.tables.ts';
import { messages } from '../../features/messages/messages.tables.ts';
import { closeCodes } from './connections.ts';
import { defaultRecheckMilliseconds } from './sockets.ts';

const community = setUpCommunity();

/** A second server process that receives no notifications from the first one: each NOTIFY fails. */
let beside: Community;
beforeAll(async () => {
  beside = await Community.open({ sharesDatabaseWith: community.current });
  const pool = community.current.db.$client;
  const query = pool.query.bind(pool) as (config: QueryConfig, values?: unknown[]) => Promise<unknown>;
  pool.query = ((config: QueryConfig, values?: unknown[]) =>
    config.name === 'bus_notify'
      ? Promise.reject(new Error('the test blocks notifications'))
      : query(config, values)) as typeof pool.query;
});
afterAll(() => beside.close());

const within = { timeout: busyTimeout, interval: 20 };

const share = async (member: Member, content = 'Good morning'): Promise<string> =>
  (await member.call(createPost, { body: { content } })).body.id;

const sessionsOf = (member: Member) => eq(sessions.userId, member.id);

const storedBy = async (member: Member): Promise<number> => {
  const [row] = await community.current.db
    .select({ stored: count() })
    .from(messages)
    .where(eq(messages.senderId, member.id));
  return row?.stored ?? 0;
};

const connectionsOf = ({ server }: Community): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.server.getConnections((error, connections) => (error ? reject(error) : resolve(connections)));
  return promise;
};

async function connected() {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  await ana.call(requestConnection, { body: { userId: ben.id } });
  await ben.call(acceptConnection, { params: { userId: ana.id } });
  return { ana, ben };
}

/** Creates two members who have exchanged messages. */
async function conversing() {
  const { ana, ben } = await connected();
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
const mostTypingSince = (moment: number): number => 10 + Math.ceil((performance.now() - moment) / 1_000);

/** Returns the member as a client of the other server process. */
const atBeside = (member: Member) => new Member(beside.server, member);

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
  ] as const)('the sockets of a session that %s are closed in every process', async ([, end]) => {
    const ana = await community.current.member();
    const tabs = await Promise.all([community.current.connect(ana), beside.connect(ana)]);
    const neighbour = await beside.connect(await community.current.member());
    await end(ana);
    const endedAt = performance.now();
    expect(await Promise.all(tabs.map((tab) => tab.closed()))).toEqual([4401, 4401]);
    expect(performance.now() - endedAt).toBeLessThan(within.timeout);
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
    await expect.poll(() => sendOver(tab, stranger), within).toBe('messages.flagged');
    await setFlag(false);
    await expect.poll(() => sendOver(tab, stranger), within).toBe('ack');
    tab.close();
  });

  test('signing out everywhere and blocking take effect although the notification was lost', async () => {
    const [ana, ben, eva] = [
      await community.current.member(),
      await community.current.member(),
      await community.current.member(),
    ];
    const tab = await beside.connect(ana);
    /** Whether Ana's tab receives Ben's next post. Eva's later post marks the end. */
    const receivesBen = async () => {
      const bens = await share(atBeside(ben));
      const evas = await share(atBeside(eva));
      const heard: string[] = [];
      while (heard.at(-1) !== evas) heard.push((await tab.next('post.created')).postId);
      return heard.includes(bens);
    };
    expect(await receivesBen()).toBe(true);
    await ana.call(block, { params: { userId: ben.id } });
    await expect.poll(receivesBen, within).toBe(false);
    await ana.call(unblock, { params: { userId: ben.id } });
    await expect.poll(receivesBen, within).toBe(true);
    await ana.call(endAllSessions, {});
    const endedAt = performance.now();
    expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    expect(performance.now() - endedAt).toBeLessThan(within.timeout);
  });
});

describe('a session that ends', () => {
  test('closes sockets that are being opened', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const ana = await community.current.member();
      const opening = Array.from({ length: 10 }, () => beside.connect(ana).catch(() => undefined));
      await community.current.db.delete(sessions).where(sessionsOf(ana));
      const tabs = (await Promise.all(opening)).filter((tab) => tab !== undefined);
      for (const tab of tabs) expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    });
    await Promise.all(rounds);
    await expect.poll(() => connectionsOf(beside), within).toBe(0);
  });

  test('ignores frames of a client that does not answer the close frame, and terminates its socket', async () => {
    const { ana, ben } = await connected();
    const tab = await beside.connect(ana);
    await tab.next('heartbeat');
    // The paused client does not notice that the server closes.
    tab.socket.pause();
    await atBeside(ana).send('GET', '/api/logout');
    for (let turn = 0; turn < 20; turn += 1)
      tab.send({ type: 'message', receiverId: ben.id, content: 'Still me', clientId: randomUUID() });
    await expect.poll(() => connectionsOf(beside)).toBe(0);
    expect(await storedBy(ana)).toBe(0);
    tab.socket.resume();
  });

  test('discards frames that are still queued', async () => {
    const { ana, ben } = await connected();
    const tab = await beside.connect(ana);
    const holder = await community.current.db.$client.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE messages');
    for (let turn = 0; turn < 20; turn += 1)
      tab.send({ type: 'message', receiverId: ben.id, content: 'One of many', clientId: randomUUID() });
    await waitForLockWaiters(beside);
    await atBeside(ana).send('GET', '/api/logout');
    expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    await holder.query('COMMIT');
    holder.release();
    const { ana: eva, ben: liv } = await connected();
    const other = await beside.connect(eva);
    expect(await sendOver(other, liv)).toBe('ack');
    expect(await storedBy(ana)).toBeLessThanOrEqual(1);
    other.close();
  });
});

describe('the sockets of one member', () => {
  let limited: Community;
  beforeAll(async () => {
    limited = await Community.open({ sharesDatabaseWith: community.current, environment: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => limited.close());

  test('who floods a socket with frames are limited, then closed', async () => {
    const { ana, ben } = await conversing();
    const [anas, bens] = [await limited.connect(ana), await limited.connect(ben)];
    const beganAt = performance.now();
    for (let turn = 0; turn < 300; turn += 1) anas.send({ type: 'typing', receiverId: ben.id });
    expect(await anas.next('error')).toMatchObject({ code: 'request.too_many' });
    // The order of the two limits depends on how fast the frames arrive.
    expect([1008, 1013]).toContain(await anas.closed());
    await anas.closed();
    await share(new Member(limited.server, ana));
    await bens.next('post.created');
    const typing = bens.queuedTypes.filter((type) => type === 'typing');
    expect(typing.length).toBeLessThanOrEqual(mostTypingSince(beganAt));
    bens.close();
  });

  test('share one limit for typing in many tabs', async () => {
    const { ana, ben } = await conversing();
    const bens = await limited.connect(ben);
    const tabs = await Promise.all(Array.from({ length: 5 }, () => limited.connect(ana)));
    const beganAt = performance.now();
    for (const tab of tabs) for (let turn = 0; turn < 10; turn += 1) tab.send({ type: 'typing', receiverId: ben.id });
    for (const tab of tabs) {
      tab.socket.send('what?');
      while ((await tab.next('error')).code !== 'live.unknown_frame');
    }
    await share(new Member(limited.server, ana));
    await bens.next('post.created');
    const typing = bens.queuedTypes.filter((type) => type === 'typing');
    expect(typing.length).toBeLessThanOrEqual(mostTypingSince(beganAt));
    for (const tab of [bens, ...tabs]) tab.close();
  });

  test('are limited to twenty per process; the oldest is closed with a reason', async () => {
    const ana = await community.current.member();
    const tabs: LiveClient[] = [];
    for (let tab = 0; tab < 22; tab += 1) tabs.push(await beside.connect(ana));
    expect(await Promise.all(tabs.slice(0, 2).map((tab) => tab.closed()))).toEqual([4429, 4429]);
    await share(atBeside(ana));
    for (const tab of tabs.slice(2)) {
      await tab.next('post.created');
      tab.close();
    }
    expect((await ana.call(getCurrentUser, {})).status).toBe(200);
  });
});
