import type { FastifyBaseLogger } from 'fastify';
import { createOutage } from './outage.ts';

/** Inferred type. Checking the client against a written type adds more than a second of compile time. */
export type Redis = Awaited<ReturnType<typeof connectRedis>>;

/** How long a start waits for Redis before it continues without it, and how long a command may take. */
const startMilliseconds = 2_000;
const commandMilliseconds = 1_000;

/**
 * Connects to Redis and reconnects forever. While it is disconnected, commands fail at once, and rate limits and live
 * updates use the database. Waits at most two seconds for the first connection.
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
    begins: 'Redis is unavailable: rate limits and live updates use the database',
    ends: 'Redis is available again',
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
 * Runs a command with a timeout. Replaces the connection if the command times out, because the other end may have
 * vanished without closing it.
 * @throws when Redis is unavailable or too slow.
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
  // After a long pause of the process, reads pending input before it reports a timeout.
  const timer = setTimeout(() => setImmediate(giveUp), commandMilliseconds);
  try {
    return await Promise.race([command(), tooLate.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
