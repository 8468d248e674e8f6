import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { platformError } from '../errors.ts';
import { createOutage } from '../outage.ts';

/**
 * Callers that may wait for each connection of the pool. One serves some hundreds a second, so whoever comes last waits for
 * less than a second.
 */
const maxWaitingPerConnection = 100;
const retryAfterSeconds = 2;
/** The end is told when nobody was refused for so long. Whoever was comes back earlier, and may be too many again. */
const calmMilliseconds = 10_000;

/** Lets a call go on to the database. @throws AppError 503 with `Retry-After` when too many wait there already. */
export type Admit = () => void;

/**
 * A queue that grows without end answers nobody in time, and does its work for callers who have gone. Calls are refused
 * before anything was done for them; what was let in may wait.
 */
export function createAdmission(
  pool: Pick<Pool, 'waitingCount' | 'options'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Admit {
  const maxWaiting = pool.options.max * maxWaitingPerConnection;
  const overload = createOutage(log, {
    begins: 'more is asked of the database than it answers in time: calls are told to come back',
    ends: 'all calls are answered again',
  });
  let refusedAt = -Infinity;
  return () => {
    if (pool.waitingCount < maxWaiting) {
      if (overload.isOn() && performance.now() - refusedAt > calmMilliseconds) overload.worked();
      return;
    }
    refusedAt = performance.now();
    const error = platformError('server.unavailable', { retryAfterSeconds });
    overload.failed(error);
    throw error;
  };
}
