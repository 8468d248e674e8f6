import { randomUUIDv7 } from 'node:crypto';
import { connect } from 'node:net';
import { createPost, toggleLike } from '@commons/contract/feed/schemas';
import { maxFrameBytes } from '@commons/contract/live';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Community,
  type Member,
  openIdleCommunity,
  setUpCommunity,
  setUpSecondServer,
} from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { busyTimeout, waitForLockWaiters } from '../../../test/waiting.ts';
import { sessions } from '../../features/auth/auth.tables.ts';
import { closeCodes } from './connections.ts';
import { openBus } from './open-bus.ts';
import { findContractViolation } from './sockets.ts';

const community = setUpCommunity();

/** Number of open connections of the server, sockets and requests alike. */
const countConnections = ({ server }: Community): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  return promise;
};

const createPostAs = async (member: Member, content = 'Good morning'): Promise<string> =>
  (await member.call(createPost, { body: { content } })).body.id;

const expectRejected = (member: Pick<Member, 'cookie'>, status: string, headers?: Record<string, string>) =>
  expect(community.current.connect(member, headers)).rejects.toThrow(status);

describe('the handshake', () => {
  test('rejects a visitor', async () => {
    await expectRejected({ cookie: '' }, '401');
    await expectRejected({ cookie: 'commons-session=made-up.signature' }, '401');
  });

  test('rejects a member whose session has expired', async () => {
    const ana = await community.current.member();
    await community.current.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, ana.id));
    await expectRejected(ana, '401');
  });

  test.for(['https://elsewhere.test', 'http://commons.test.elsewhere.test', 'https://commons.test', 'null', ''])(
    'rejects a page from origin %j, even with a valid session',
    async (origin) => {
      await expectRejected(await community.current.member(), '403', { origin });
    },
  );

  test('closes the connections it rejects', async () => {
    await expectRejected({ cookie: '' }, '401');
    await expectRejected(await community.current.member(), '403', { origin: 'https://elsewhere.test' });
    await expect.poll(() => countConnections(community.current)).toBe(0);
  });

  test('needs an upgrade: a plain request returns 404', async () => {
    const ana = await community.current.member();
    const headers = { origin: community.current.publicUrl };
    expect((await ana.send('GET', '/ws', { headers })).status).toBe(404);
  });
});

describe('a client frame', () => {
  let tab: LiveClient;
  beforeAll(async () => {
    tab = await community.current.connect(await community.current.member());
  });
  afterAll(() => tab.close());

  test.for([
    ['of an unknown type', JSON.stringify({ type: 'teleport', to: 'everyone' })],
    ['that is not JSON', 'hello'],
    ['that is empty', ''],
    ['that is binary', Buffer.from([0, 255, 1])],
    ['of the largest size', 'a'.repeat(maxFrameBytes)],
  ] as const)('%s is answered with an error, and the connection stays open', async ([, frame]) => {
    tab.socket.send(frame);
    expect(await tab.next('error')).toMatchObject({ code: 'live.unknown_frame' });
    expect(tab.socket.readyState).toBe(tab.socket.OPEN);
  });

  test('that exceeds the maximum size closes the connection', async () => {
    const other = await community.current.connect(await community.current.member());
    other.socket.send('a'.repeat(maxFrameBytes + 1));
    expect(await other.closed()).toBe(1009);
    tab.socket.send('hello');
    await tab.next('error');
  });
});

describe('two server processes of one community', () => {
  const secondProcess = setUpSecondServer(community);

  test('an event in one process is sent to members of both, once', async () => {
    const ana = await community.current.member();
    const [ownTab, otherTab] = await Promise.all([community.current.connect(ana), secondProcess.current.connect(ana)]);
    const postId = await createPostAs(ana);
    for (const tab of [ownTab, otherTab]) {
      expect(await tab.next('post.created')).toEqual({ type: 'post.created', postId, authorId: ana.id });
    }
    const lastPostId = await createPostAs(ana);
    for (const tab of [ownTab, otherTab]) {
      expect((await tab.next('post.created')).postId).toBe(lastPostId);
      tab.close();
    }
  });

  test('a hundred simultaneous posts all arrive', async () => {
    const ana = await community.current.member();
    const tab = await secondProcess.current.connect(await community.current.member());
    const ids = await Promise.all(Array.from({ length: 100 }, () => createPostAs(ana)));
    const arrivedIds: string[] = [];
    while (arrivedIds.length < ids.length) arrivedIds.push((await tab.next('post.created')).postId);
    expect(arrivedIds.toSorted()).toEqual(ids.toSorted());
    tab.close();
  });

  test('when the bus breaks, members are asked to reconnect, and frames arrive again', async () => {
    const ana = await community.current.member();
    const tab = await secondProcess.current.connect(ana);
    await community.current.db.$client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'mindful-commons-bus'`,
    );
    expect(await tab.closed()).toBe(closeCodes.restart);
    const newTab = await secondProcess.current.connect(ana);
    const postId = await createPostAs(ana);
    expect((await newTab.next('post.created')).postId).toBe(postId);
    newTab.close();
  });
});

const findViolation = (frame: object) => findContractViolation(JSON.stringify(frame))?.message;

test('a frame that does not match the contract is found when replies are checked', () => {
  const ids = { postId: randomUUIDv7(), authorId: randomUUIDv7() };
  expect(findViolation({ type: 'post.created', ...ids })).toBeUndefined();
  expect(findViolation({ type: 'post.created', ...ids, content: 'Good morning' })).toContain(
    'not a frame of the contract',
  );
  expect(findViolation({ type: 'post.created', postId: ids.postId })).toContain('not a frame of the contract');
  expect(findViolation({ type: 'like.changed', postId: ids.postId, likesCount: 1, commentsCount: 0 })).toBeDefined();
  expect(findViolation({ type: 'post.sung', ...ids })).toBeDefined();
});

describe('a client that does not read', () => {
  test('is dropped before much data is buffered, and receives everything after reconnecting', async () => {
    const busy = await Community.open();
    const ana = await busy.member();
    const tab = await busy.connect(ana);
    tab.socket.pause();
    // More than the operating system buffers on loopback, in portions below the limit of the bus.
    const detail = 'x'.repeat(7_000);
    for (let index = 0; index < 6; index += 1) {
      const bus = await openBus({
        processId: randomUUIDv7(),
        databaseUrl: busy.databaseUrl,
        pool: busy.db.$client,
        communities: ['tests'],
        log: { warn() {}, info() {} },
        onReconnected() {},
      });
      for (let count = 0; count < 500; count += 1)
        bus.publish({ audience: 'everyone', frame: { type: 'error', code: 'test.noise', detail } });
      await bus.close();
    }
    await expect.poll(() => countConnections(busy)).toBe(0);
    tab.socket.resume();
    expect(await tab.closed()).toBe(1006);

    const newTab = await busy.connect(ana);
    const postId = await createPostAs(ana);
    expect((await newTab.next('post.created')).postId).toBe(postId);
    newTab.close();
    await busy.close();
  });
});

/** Starts a like that waits for the post's row, which the test locks. */
async function startBlockedLike(target: Community) {
  const ana = await target.member();
  const [postId, address] = [await createPostAs(ana), await target.listen()];
  const lockHolder = new Client({ connectionString: target.databaseUrl });
  await lockHolder.connect();
  await lockHolder.query('BEGIN');
  await lockHolder.query('SELECT FROM posts WHERE id = $1 FOR UPDATE', [postId]);
  const abortController = new AbortController();
  const answer = fetch(address + toggleLike.path.replace('{id}', postId), {
    method: toggleLike.method,
    headers: { cookie: ana.cookie },
    signal: abortController.signal,
  });
  await waitForLockWaiters(target);
  return {
    ana,
    answer,
    abort: () => abortController.abort(),
    lockHolder,
    releaseLock: async () => {
      await lockHolder.query('COMMIT');
      await lockHolder.end();
    },
  };
}

describe('when the server stops', () => {
  test('sockets are closed with a reason, and a request in flight is answered first', async () => {
    const stopping = await Community.open();
    const { ana, answer, releaseLock } = await startBlockedLike(stopping);
    const tab = await stopping.connect(ana);

    const stopped = stopping.server.close();
    expect(await tab.closed()).toBe(closeCodes.goingAway);
    await releaseLock();
    expect((await answer).status).toBe(200);
    expect(await (await answer).json()).toMatchObject({ isLiked: true, likesCount: 1 });
    await stopped;
    await stopping.close();
  });

  test('a request whose client has disconnected is completed first', async () => {
    const stopping = await Community.open();
    const { answer, abort, lockHolder, releaseLock } = await startBlockedLike(stopping);
    abort();
    await expect(answer).rejects.toThrow('abort');
    await expect.poll(() => countConnections(stopping)).toBe(0);

    const order: string[] = [];
    const stopped = stopping.server.close().then(() => order.push('the server'));
    // Longer than a stop without pending requests takes.
    for (let index = 0; index < 300; index += 1) await lockHolder.query('SELECT');
    order.push('the call');
    await releaseLock();
    await stopped;
    expect(order).toEqual(['the call', 'the server']);
    await stopping.close();
  });

  test('a client that disconnected in the middle of its request does not delay it', async () => {
    const stopping = await openIdleCommunity();
    const ana = await stopping.member();
    const address = new URL(await stopping.listen());
    const lockHolder = new Client({ connectionString: stopping.databaseUrl });
    await lockHolder.connect();
    await lockHolder.query('BEGIN');
    await lockHolder.query('LOCK TABLE sessions');
    const caller = connect(Number(address.port), address.hostname);
    const head = [`POST ${createPost.path} HTTP/1.1`, `host: ${address.host}`, `cookie: ${ana.cookie}`];
    caller.write([...head, 'content-type: application/json', 'content-length: 100', '', '{"content":'].join('\r\n'));
    await waitForLockWaiters(stopping);
    caller.destroy();
    await expect.poll(() => countConnections(stopping)).toBe(0);

    const stopped = stopping.server.close();
    const releasedAt = performance.now();
    await lockHolder.query('COMMIT');
    await lockHolder.end();
    await stopped;
    // The server only finishes the session lookup. Waiting for the whole request would take up to ten seconds.
    expect(performance.now() - releasedAt).toBeLessThan(busyTimeout);
    await stopping.close();
  });

  test('a socket whose handshake is in progress is also closed with a reason', async () => {
    // A community without regular session checks: those would wait for the same table lock.
    const stopping = await openIdleCommunity();
    const ana = await stopping.member();
    const tab = await stopping.connect(ana);
    const lockHolder = new Client({ connectionString: stopping.databaseUrl });
    await lockHolder.connect();
    await lockHolder.query('BEGIN');
    await lockHolder.query('LOCK TABLE sessions');
    const opening = stopping.connect(ana);
    await waitForLockWaiters(stopping);

    const stopped = stopping.close();
    expect(await tab.closed()).toBe(closeCodes.goingAway);
    await lockHolder.query('COMMIT');
    await lockHolder.end();
    expect(await (await opening).closed()).toBe(closeCodes.goingAway);
    await stopped;
  });

  test('a browser that does not answer the close frame does not delay it', async () => {
    const stopping = await Community.open();
    const tab = await stopping.connect(await stopping.member());
    tab.socket.pause();
    await stopping.close();
    tab.socket.resume();
    expect(await tab.closed()).not.toBe(1000);
  });
});
