import { randomUUIDv7 } from 'node:crypto';
import { Writable } from 'node:stream';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Community, Member } from '../../test/community.ts';
import { DatabaseProxy } from '../../test/database-line.ts';
import type { LiveClient } from '../../test/live-client.ts';
import { RedisServer } from '../../test/redis-server.ts';
import type { Envelope } from './envelope.ts';
import { limits } from './rate-limits/rate-limits.ts';
import { closeCodes } from './realtime/connections.ts';
import { openBus } from './realtime/open-bus.ts';
import { connectRedis } from './redis.ts';

/** Reconnecting takes seconds, and longer on a busy machine. */
const soon = { timeout: 15_000, interval: 50 };

const share = async (member: Member): Promise<string> =>
  (await member.call(createPost, { body: { content: 'Good morning' } })).body.id;

/** Waits until a tab receives a post. */
const receives = async (tab: LiveClient, postId: string) => {
  while ((await tab.next('post.created')).postId !== postId);
};

const statusOf = async ({ visitor }: Community) => {
  const { status, body } = await visitor.send<{ status: string }>('GET', '/readyz');
  return `${status} ${body.status}`;
};

/** Collects the messages of log lines at `warn` and above. */
function warnings(): { lines: string[]; stream: Writable } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) {
        const { level, msg } = JSON.parse(line) as { level: number; msg: string };
        if (level >= 40) lines.push(msg);
      }
      done();
    },
  });
  return { lines, stream };
}

/** Opens two server processes of one community that share a Redis. */
async function openTwo(redisUrl: string) {
  const log = warnings();
  const environment = { REDIS_URL: redisUrl, RATE_LIMITS: 'on' };
  const one = await Community.open({ environment, logTo: log.stream });
  const other = await Community.open({ sharesDatabaseWith: one, environment });
  return { one, other, warned: log.lines };
}

/** Sends twice the allowed number of posts through each of the processes. Returns how many are rejected. */
async function refusedOf(member: Member, ...communities: Community[]): Promise<number> {
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
  let warned: string[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    ({ one, other, warned } = await openTwo(redis.url));
  });
  afterAll(async () => {
    await redis.stop();
    await one.close();
    await other.close();
  });

  test('share frames, rate limits and messages', async () => {
    for (const process of [one, other]) await expect.poll(() => statusOf(process), soon).toBe('200 ok');
    const [ana, ben] = [await one.member(), await one.member()];
    await ana.call(requestConnection, { body: { userId: ben.id } });
    await ben.call(acceptConnection, { params: { userId: ana.id } });
    const tab = await other.connect(ben);
    await receives(tab, await share(ana));
    await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Hello' } });
    expect((await tab.next('message')).message.content).toBe('Hello');
    expect(tab.queuedTypes).not.toContain('post.created');
    expect(await refusedOf(ben, one, other)).toBe(limits.posting.calls);
    tab.close();
  });

  test('keep working without Redis: the database takes over, and one warning is logged', async () => {
    const [ana, ben] = [await one.member(), await one.member()];
    const tab = await other.connect(ben);
    await tab.next('heartbeat');
    const warningsBefore = warned.length;
    await redis.stop();
    const startedAt = performance.now();
    await receives(tab, await share(ana));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const process of [one, other]) await expect.poll(() => statusOf(process), soon).toBe('200 degraded');
    expect(await refusedOf(ben, one, other)).toBe(limits.posting.calls);
    expect(warned.slice(warningsBefore)).toEqual([
      'Redis is unavailable: rate limits and live updates use the database',
    ]);
    tab.close();
  });

  test('use Redis again when it is back, and open tabs catch up', async () => {
    const [ana, ben] = [await one.member(), await one.member()];
    const tab = await other.connect(ben);
    await redis.comeBack();
    expect(await tab.closed()).toBe(closeCodes.restart);
    for (const process of [one, other]) await expect.poll(() => statusOf(process), soon).toBe('200 ok');
    const again = await other.connect(ben);
    await receives(again, await share(ana));
    expect(await refusedOf(ben, one, other)).toBe(limits.posting.calls);
    again.close();
  });
});

test('a server starts without Redis and uses it once it is available', async () => {
  const redis = await RedisServer.away();
  onTestFinished(() => redis.stop());
  const early = await Community.open({ environment: { REDIS_URL: redis.url, RATE_LIMITS: 'on' } });
  expect(await statusOf(early)).toBe('200 degraded');
  expect(await share(await early.member())).toBeDefined();
  await redis.comeBack();
  await expect.poll(() => statusOf(early), soon).toBe('200 ok');
  await early.close();
});

test('a dead connection to Redis blocks no request and is replaced within 15 s', { timeout: 60_000 }, async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const line = await DatabaseProxy.to(redis.url);
  const server = await Community.open({ environment: { REDIS_URL: line.url, RATE_LIMITS: 'on' } });
  const ana = await server.member();
  await share(ana);
  const tab = await server.connect(ana);
  await tab.next('heartbeat');
  line.stall();
  const stalledAt = performance.now();
  await share(ana);
  expect(performance.now() - stalledAt).toBeLessThan(5_000);
  // Messages of other processes were lost: the tab must reconnect to catch up.
  expect(await tab.closed()).toBe(closeCodes.restart);
  // 15 s on an idle machine.
  expect(performance.now() - stalledAt).toBeLessThan(25_000);
  await expect.poll(() => statusOf(server), soon).toBe('200 ok');
  await server.close();
  await line.cut();
});

const silent = { warn() {}, info() {} };

/** Opens buses of further processes, each with its community names in Redis. */
const joining =
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

test('processes with the old and the new session secret hear one another during a rotation', async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const server = await Community.open();
  const client = await connectRedis(redis.url, silent);
  const join = joining(server, client);
  const stages = [['old'], ['old', 'new'], ['new', 'old'], ['new']];
  for (const [before, after] of stages.slice(1).map((stage, index) => [stages[index]!, stage] as const)) {
    const [one, other] = [await join(...before), await join(...after)];
    await expect.poll(() => one.isDegraded() || other.isDegraded(), soon).toBe(false);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const { promise: heard, resolve } = Promise.withResolvers<Envelope>();
      to.subscribe(resolve);
      from.publish({ endSessionsOf: 'ana' });
      expect(await heard).toEqual({ endSessionsOf: 'ana' });
    }
    for (const bus of [one, other]) await bus.close();
  }
  client.destroy();
  await server.close();
});

test('communities that share a Redis do not hear one another', async () => {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.stop());
  const server = await Community.open();
  const client = await connectRedis(redis.url, silent);
  const join = joining(server, client);
  const [here, beside, elsewhere] = [await join('ours'), await join('ours'), await join('theirs')];
  const heardElsewhere: Envelope[] = [];
  elsewhere.subscribe((envelope) => heardElsewhere.push(envelope));
  const { promise: heardBeside, resolve } = Promise.withResolvers<Envelope>();
  beside.subscribe(resolve);
  // Until every bus is connected to Redis, the database carries the messages.
  await expect.poll(() => [here, beside, elsewhere].some((bus) => bus.isDegraded()), soon).toBe(false);
  here.publish({ endSessionsOf: 'ana' });
  expect(await heardBeside).toEqual({ endSessionsOf: 'ana' });
  expect(heardElsewhere).toEqual([]);
  for (const bus of [here, beside, elsewhere]) await bus.close();
  client.destroy();
  await server.close();
});
