import type { FastifyBaseLogger } from 'fastify';
import { createOutage } from './outage.ts';

/** Inferred, because checking the client against an explicit type adds more than a second of compile time. */
export type Redis = Awaited<ReturnType<typeof connectRedis>>;

/** A start that cannot reach Redis within this time continues without it. */
const connectTimeoutMilliseconds = 2_000;
const commandTimeoutMilliseconds = 1_000;

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
      connectTimeout: connectTimeoutMilliseconds,
      reconnectStrategy: (attempts) => Math.min(2_000, 50 * 2 ** attempts) * (0.75 + Math.random() / 2),
    },
  });
  const outage = createOutage(log, {
    begins: 'Redis is unavailable: rate limits and live updates use the database',
    ends: 'Redis is available again',
  });
  redis.on('error', outage.reportFailure);
  redis.on('ready', outage.reportSuccess);
  const { promise: connectedOrTimedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, connectTimeoutMilliseconds);
  redis.connect().then(() => resolve(), outage.reportFailure);
  await connectedOrTimedOut;
  clearTimeout(timer);
  return redis;
}

/**
 * Runs a command with a timeout. Replaces the connection if the command times out, because the other end may have
 * vanished without closing it.
 * @throws when Redis is unavailable or too slow.
 */
export async function withTimeout<Result>(redis: Redis, command: () => Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  let isSettled = false;
  const handleTimeout = () => {
    if (isSettled) return;
    timeout.reject(new Error(`Redis did not answer within ${commandTimeoutMilliseconds} ms.`));
    if (!redis.isReady) return;
    redis.destroy();
    // The client emits an error event and retries by itself.
    redis.connect().catch(() => {});
  };
  // After a long pause of the process, reads pending input before it reports a timeout.
  const timer = setTimeout(() => setImmediate(handleTimeout), commandTimeoutMilliseconds);
  try {
    return await Promise.race([command(), timeout.promise]);
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}
