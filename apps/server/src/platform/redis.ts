import type { FastifyBaseLogger } from 'fastify';
import { createOutage } from './outage.ts';

/** As its own package infers it: to compare it with a written type costs the compiler more than a second. */
export type Redis = Awaited<ReturnType<typeof connectRedis>>;

/** How long a start waits for Redis before it goes on without, and how long a command may take. */
const startMilliseconds = 2_000;
const commandMilliseconds = 1_000;

/**
 * A client that connects again for as long as it takes, and fails commands at once meanwhile: limits and live updates
 * then go by the database. A start does not wait for it long.
 */
export async function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn' | 'info'>) {
  const { createClient } = await import('@redis/client');
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: startMilliseconds,
      reconnectStrategy: (tries) => Math.min(2_000, 50 * 2 ** tries) * (0.75 + Math.random() / 2),
    },
  });
  const outage = createOutage(log, {
    begins: 'redis is away: limits and live updates go by the database meanwhile',
    ends: 'redis is back',
  });
  redis.on('error', outage.failed);
  redis.on('ready', outage.worked);
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, startMilliseconds);
  redis.connect().then(() => resolve(), outage.failed);
  await waited;
  clearTimeout(timer);
  return redis;
}

/**
 * Runs a command that must not hang. A connection on which it does, such as one whose other end vanished without a word,
 * is replaced. @throws when Redis is away or takes too long.
 */
export async function within<Result>(redis: Redis, command: () => Promise<Result>): Promise<Result> {
  const tooLate = Promise.withResolvers<never>();
  let isOver = false;
  const giveUp = () => {
    if (isOver) return;
    tooLate.reject(new Error(`Redis did not answer within ${commandMilliseconds} ms.`));
    if (!redis.isReady) return;
    redis.destroy();
    // The client emits an error event and retries by itself.
    redis.connect().catch(() => {});
  };
  // A process that stood still reads what has come meanwhile before it says that nothing did.
  const timer = setTimeout(() => setImmediate(giveUp), commandMilliseconds);
  try {
    return await Promise.race([command(), tooLate.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
