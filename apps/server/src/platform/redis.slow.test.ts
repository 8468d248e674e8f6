import { randomUUIDv7 } from 'node:crypto';
import { Writable } from 'node:stream';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Community, Member } from '../../test/community.ts';
import { DatabaseProxy } from '../../test/database-proxy.ts';
import type { LiveClient } from '../../test/live-client.ts';
import { RedisServer } from '../../test/redis-server.ts';
import type { Envelope } from './envelope.ts';
import { limits } from './rate-limits/rate-limits.ts';
import { closeCodes } from './realtime/connections.ts';
import { openBus } from './realtime/open-bus.ts';
import { connectRedis } from './redis.ts';

/** Reconnecting takes seconds, and longer on a busy machine. */
const pollOptions = { timeout: 15_000, interval: 50 };

const createPostAs = async (member: Member): Promise<string> =>
  (await member.call(createPost, { body: { content: 'Good morning' } })).body.id;

/** Waits until a tab receives a post. */
const waitForPost = async (tab: LiveClient, postId: string) => {
  while ((await tab.next('post.created')).postId !== postId);
};

const statusOf = async ({ visitor }: Community) => {
  const { status, body } = await visitor.send<{ status: string }>('GET', '/readyz');
  return `${status} ${body.status}`;
};

/** Collects the messages of log lines at `warn` and above. */
function collectWarnings(): { lines: string[]; stream: Writable } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const proxy of chunk.toString().trim().split('\n')) {
        const { level, msg } = JSON.parse(proxy) as { level: number; msg: string };
        if (level >= 40) lines.push(msg);
      }
      done();
    },
  });
  return { lines, stream };
}

/** Opens two server processes of one community that share a Redis. */
async function openTwoProcesses(redisUrl: string) {
  const log = collectWarnings();
  const environment = { REDIS_URL: redisUrl, RATE_LIMITS: 'on' };
  const one = await Community.open({ environment, logTo: log.stream });
  const other = await Community.open({ sharesDatabaseWith: one, environment });
  return { one, other, warningMessages: log.lines };
}

/** Sends twice the allowed number of posts through each of the processes. Returns how many are rejected. */
async function countRejectedPosts(member: Member, ...communities: Community[]): Promise<number> {
  const { calls } = limits.posting;
  const answers = await Promise.all(
    communities.flatMap(({ server }) =>
      Array.from({ length: calls }, () => new Member(server, member).call(createPost, { body: { content: 'Again' } })),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  return statuses.filter((status) => status === 429).length;
}

describe('two server processes with a Redis', () => {
  let redis: RedisServer;
  let one: Community;
  let other: Community;
  let warningMessages: string[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    ({ one, other, warningMessages } = await openTwoProcesses(redis.url));
  });
  afterAll(async () => {
    await redis.stop();
    await one.close();
    await other.close();
  });

  test('share frames, rate limits and messages', async () => {
    for (const process of [one, other]) await expect.poll(() => statusOf(process), pollOptions).toBe('200 ok');
    const [ana, ben] = [await one.member(), await one.member()];
    await ana.call(requestConnection, { body: { userId: ben.id } });
    await ben.call(acceptConnection, { params: { userId: ana.id } });
    const tab = await other.connect(ben);
    await waitForPost(tab, await createPostAs(ana));
    await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Hello' } });
    expect((await tab.next('message')).message.content).toBe('Hello');
    expect(tab.queuedTypes).not.toContain('post.created');
    expect(await countRejectedPosts(ben, one, other)).toBe(limits.posting.calls);
    tab.close();
  });

  test('keep working without Redis: the database takes over, and one warning is logged', async () => {
    const [ana, ben] = [await one.member(), await one.member()];
    const tab = await other.connect(ben);
    await tab.next('heartbeat');
    const warningsBefore = warningMessages.length;
    await redis.stop();
    const startedAt = performance.now();
    await waitForPost(tab, await createPostAs(ana));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const process of [one, other]) await expect.poll(() => statusOf(process), pollOptions).toBe('200 degraded');
    expect(await countRejectedPosts(ben, one, other)).toBe(limits.posting.calls);
    expect(warningMessages.slice(warningsBefore)).toEqual([
      'Redis is unavailable: rate limits and live updates use the database',
    ]);
    tab.close();
  });

  test('use Redis again when it is back, and open tabs catch up', async () => {
    const [ana, ben] = [await one.member(), await one.member()];
    const tab = await other.connect(ben);
    await redis.startAgain();
    expect(await tab.closed()).toBe(closeCodes.restart);
    for (const process of [one, other]) await expect.poll(() => statusOf(process), pollOptions).toBe('200 ok');
    const newTab = await other.connect(ben);
    await waitForPost(newTab, await createPostAs(ana));
    expect(await countRejectedPosts(ben, one, other)).toBe(limits.posting.calls);
    newTab.close();
  });
});

test('a server starts without Redis and uses it once it is available', async () => {
  const redis = await RedisServer.createStopped();
  onTestFinished(() => redis.stop());
  const community = await Community.open({ environment: { REDIS_URL: redis.url, RATE_LIMITS: 'on' } });
  expect(await statusOf(community)).toBe('200 degraded');
  expect(await createPostAs(await community.member())).toBeDefined();
  await redis.startAgain();
  await expect.poll(() => statusOf(community), pollOptions).toBe('200 ok');
  await community.close();
});

test('a dead connection to Redis blocks no request and is replaced within 15 s', { timeout: 60_000 }, async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const proxy = await DatabaseProxy.to(redis.url);
  const server = await Community.open({ environment: { REDIS_URL: proxy.url, RATE_LIMITS: 'on' } });
  const ana = await server.member();
  await createPostAs(ana);
  const tab = await server.connect(ana);
  await tab.next('heartbeat');
  proxy.stall();
  const stalledAt = performance.now();
  await createPostAs(ana);
  expect(performance.now() - stalledAt).toBeLessThan(5_000);
  // Messages of other processes were lost: the tab must reconnect to catch up.
  expect(await tab.closed()).toBe(closeCodes.restart);
  // 15 s on an idle machine.
  expect(performance.now() - stalledAt).toBeLessThan(25_000);
  await expect.poll(() => statusOf(server), pollOptions).toBe('200 ok');
  await server.close();
  await proxy.disconnect();
});

const silent = { warn() {}, info() {} };

/** Opens buses of further processes, each with its community names in Redis. */
const createBusOpener =
  (server: Community, redis: Awaited<ReturnType<typeof connectRedis>>) =>
  (...communities: string[]) =>
    openBus({
      processId: randomUUIDv7(),
      databaseUrl: server.databaseUrl,
      pool: server.db.$client,
      redis,
      communities,
      log: silent,
      onReconnected() {},
    });

test('processes with the old and the new session secret exchange messages during a rotation', async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const server = await Community.open();
  const client = await connectRedis(redis.url, silent);
  const openBusFor = createBusOpener(server, client);
  const stages = [['old'], ['old', 'new'], ['new', 'old'], ['new']];
  for (const [before, after] of stages.slice(1).map((stage, index) => [stages[index]!, stage] as const)) {
    const [one, other] = [await openBusFor(...before), await openBusFor(...after)];
    await expect.poll(() => one.isDegraded() || other.isDegraded(), pollOptions).toBe(false);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const { promise: received, resolve } = Promise.withResolvers<Envelope>();
      to.subscribe(resolve);
      from.publish({ endSessionsOf: 'ana' });
      expect(await received).toEqual({ endSessionsOf: 'ana' });
    }
    for (const bus of [one, other]) await bus.close();
  }
  client.destroy();
  await server.close();
});

test('communities that share a Redis do not receive messages of one another', async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const server = await Community.open();
  const client = await connectRedis(redis.url, silent);
  const openBusFor = createBusOpener(server, client);
  const [sender, receiver, otherCommunity] = [
    await openBusFor('ours'),
    await openBusFor('ours'),
    await openBusFor('theirs'),
  ];
  const receivedElsewhere: Envelope[] = [];
  otherCommunity.subscribe((envelope) => receivedElsewhere.push(envelope));
  const { promise: received, resolve } = Promise.withResolvers<Envelope>();
  receiver.subscribe(resolve);
  // Until every bus is connected to Redis, the database carries the messages.
  await expect.poll(() => [sender, receiver, otherCommunity].some((bus) => bus.isDegraded()), pollOptions).toBe(false);
  sender.publish({ endSessionsOf: 'ana' });
  expect(await received).toEqual({ endSessionsOf: 'ana' });
  expect(receivedElsewhere).toEqual([]);
  for (const bus of [sender, receiver, otherCommunity]) await bus.close();
  client.destroy();
  await server.close();
});
