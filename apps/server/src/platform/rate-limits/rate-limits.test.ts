import { createBook } from '@commons/contract/library/schemas';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { RedisServer } from '../../../test/redis-server.ts';
import { newId } from '../database/columns.ts';
import { inTransaction } from '../database/database.ts';
import { connectRedis, type Redis } from '../redis.ts';
import { createAttempts } from './attempts.ts';
import { counterName } from './counter.ts';
import { countInTransaction, createDatabaseCounter } from './database-counter.ts';
import { rateLimits } from './rate-limits.tables.ts';
import { type Consume, consumeAll, createConsume, createRateLimits, type Limit, limits } from './rate-limits.ts';
import { createRedisCounter } from './redis-counter.ts';

let community: Community;
let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  community = await Community.open({ environment: { RATE_LIMITS: 'on' } });
  server = await RedisServer.start();
  redis = await connectRedis(server.url, silent);
});
afterAll(async () => {
  redis.destroy();
  await server.stop();
  await community.close();
});

const silent = { warn() {}, info() {} };
const allLimits = Object.values(limits) satisfies Limit[];

/** Each store, with functions to end a window without waiting and to read a counter. */
const stores = {
  database: {
    open: () => createConsume(createDatabaseCounter(community.db)),
    endWindow: (limit: Limit, key: string) =>
      community.db
        .update(rateLimits)
        .set({ expire: 1 })
        .where(eq(rateLimits.key, counterName(limit, key))),
    read: async (limit: Limit, key: string) => {
      const isCounter = eq(rateLimits.key, counterName(limit, key));
      const [row] = await community.db.select({ points: rateLimits.points }).from(rateLimits).where(isCounter);
      return row?.points ?? 0;
    },
  },
  redis: {
    open: () => createConsume(createRedisCounter(redis)),
    endWindow: (limit: Limit, key: string) => redis.del(counterName(limit, key)),
    read: async (limit: Limit, key: string) => Number((await redis.get(counterName(limit, key))) ?? 0),
  },
};

const statusOf = (consume: Consume, limit: Limit, key: string) =>
  consume(limit, key).then(
    () => 'counted',
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  );

describe.each(Object.entries(stores))('calls counted in the %s', (_name, { open, endWindow, read }) => {
  test.for(allLimits)(
    '$name: rejects the call after the last one, and does not count rejected calls',
    async (limit) => {
      const key = newId();
      const consume = open();
      const counted = await Promise.all(Array.from({ length: limit.calls }, () => statusOf(consume, limit, key)));
      expect(new Set(counted)).toEqual(new Set(['counted']));
      // Two new processes have an empty cache, and one has cached the limit.
      const rejected = await Promise.all(
        [open(), consume, open()].flatMap((each) => Array.from({ length: 5 }, () => statusOf(each, limit, key))),
      );
      rejected.push(await statusOf(consume, limit, key));
      for (const seconds of rejected) {
        expect(seconds).toBeGreaterThan(limit.perSeconds - 60);
        expect(seconds).toBeLessThanOrEqual(limit.perSeconds);
      }
      expect(await read(limit, key)).toBe(limit.calls);
      await endWindow(limit, key);
      expect(await statusOf(open(), limit, key)).toBe('counted');
      expect(await read(limit, key)).toBe(1);
    },
  );

  test('refunded calls can be used again at once, in every process', async () => {
    const limit = { name: 'given-back', calls: 2, perSeconds: 60, by: 'member' } as const;
    const [key, firstProcess, secondProcess] = [newId(), open(), open()];
    const [refund] = await Promise.all([firstProcess(limit, key), secondProcess(limit, key)]);
    expect(await statusOf(firstProcess, limit, key)).toBeGreaterThan(0);
    await refund();
    expect(await statusOf(firstProcess, limit, key)).toBe('counted');
    expect(await read(limit, key)).toBe(2);
  });

  test('a call refunded after its window does not change the next window', async () => {
    const limit = { name: 'own-window', calls: 1, perSeconds: 60, by: 'member' } as const;
    const [key, consume] = [newId(), open()];
    const refund = await consume(limit, key);
    await endWindow(limit, key);
    await refund();
    expect(await statusOf(consume, limit, key)).toBe('counted');
    expect(await statusOf(consume, limit, key)).toBeGreaterThan(0);
  });

  test('a call that another limit rejects is not counted', async () => {
    const [wide, narrow] = [
      { name: 'wide', calls: 10, perSeconds: 60, by: 'member' },
      { name: 'narrow', calls: 1, perSeconds: 60, by: 'member' },
    ] as const;
    const [key, consume] = [newId(), open()];
    await consumeAll(consume, [
      [wide, key],
      [narrow, key],
    ]);
    for (let index = 0; index < 20; index += 1)
      await expect(
        consumeAll(consume, [
          [wide, key],
          [narrow, key],
        ]),
      ).rejects.toMatchObject({ code: 'request.too_many' });
    expect(await read(wide, key)).toBe(1);
  });

  test('200 concurrent calls in two processes are counted up to the limit', async () => {
    const limit = { name: 'at-once', calls: 50, perSeconds: 60, by: 'member' } as const;
    const [key, firstProcess, secondProcess] = [newId(), open(), open()];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => statusOf(index % 2 ? firstProcess : secondProcess, limit, key)),
    );
    expect(answers.filter((answer) => answer === 'counted')).toHaveLength(50);
    expect(await read(limit, key)).toBe(50);
  });
});

test('rejected attempts and rejected counts within a transaction are not counted', async () => {
  const limit = { name: 'attempts', calls: 3, perSeconds: 60, by: 'member' } as const;
  const [key, attempt] = [newId(), createAttempts(community.db)];
  for (let index = 0; index < 3; index += 1) expect(await attempt(limit, key, () => false)).toBe(false);
  for (let index = 0; index < 5; index += 1) {
    await expect(attempt(limit, key, () => true)).rejects.toMatchObject({ code: 'request.too_many' });
    const countOrRollBack = inTransaction(community.db, async (tx) => {
      if (!(await countInTransaction(tx, limit, key))) throw new Error('over the limit');
    });
    await expect(countOrRollBack).rejects.toThrow('over the limit');
  }
  expect(await stores.database.read(limit, key)).toBe(3);
});

test('a server whose clock is two hours ahead uses the same windows', async () => {
  const limit = { name: 'two-clocks', calls: 1, perSeconds: 600, by: 'member' } as const;
  const key = newId();
  await createConsume(createDatabaseCounter(community.db))(limit, key);
  const realNow = Date.now;
  Date.now = () => realNow() + 2 * 60 * 60 * 1000;
  try {
    const seconds = await statusOf(createConsume(createDatabaseCounter(community.db)), limit, key);
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
  } finally {
    Date.now = realNow;
  }
});

test('logs once that Redis rejects commands, while the database counts', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const consume = createRateLimits({ db: community.db, redis, log });
  const limit = { name: 'refused-commands', calls: 2, perSeconds: 60, by: 'member' } as const;
  const key = newId();
  await redis.configSet('maxmemory', '1');
  const answers = [];
  for (let index = 0; index < 4; index += 1) answers.push(await statusOf(consume, limit, key));
  await redis.configSet('maxmemory', '0');
  expect(answers.slice(0, 2)).toEqual(['counted', 'counted']);
  expect(answers.slice(2)).toEqual([60, 60]);
  expect(lines).toEqual(['rate limits cannot use Redis: the database counts calls']);
  await consume(limit, newId());
  expect(lines.slice(1)).toEqual(['rate limits use Redis again']);
});

test('an admin can add two hundred books in a row', async () => {
  const admin = await community.member({ role: 'admin' });
  for (let index = 0; index < 200; index += 1) {
    const body = { title: `Book ${index}`, author: 'Somebody', description: '', imageUrl: '', buyLink: '' };
    expect((await admin.call(createBook, { body })).status).toBe(201);
  }
});

test('staff can add at least two hundred items before any limit applies', () => {
  for (const { calls, perSeconds } of [limits.curating, limits.moderating])
    expect((calls / perSeconds) * 600).toBeGreaterThanOrEqual(200);
  for (const { calls } of [limits.uploadingForAll, limits.inviting]) expect(calls).toBeGreaterThanOrEqual(200);
});
