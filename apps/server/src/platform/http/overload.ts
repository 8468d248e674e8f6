import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { platformError } from '../errors.ts';
import { createOutage } from '../outage.ts';

/**
 * Maximum waiting statements per database connection. On two busy cores a connection completes about forty calls per
 * second, so the last one waits about half a second. Calls that share a connection count once.
 */
const maxWaitingPerConnection = 20;
const retryAfterSeconds = 2;
/** The overload ends when no call was rejected for this time, which is longer than the retry delay. */
const recoveryMilliseconds = 10_000;

/** Admits a call to the database. @throws AppError 503 with `Retry-After` when too many calls are waiting. */
export type Admit = () => void;

/**
 * Creates the overload check. With an unlimited queue, no call would be answered in time, and the server would work for
 * clients that have disconnected. Calls are rejected before any work. Admitted calls may wait.
 */
export function createAdmission(
  pool: Pick<Pool, 'waitingCount' | 'options'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Admit {
  const maxWaiting = pool.options.max * maxWaitingPerConnection;
  const overload = createOutage(log, {
    begins: 'the database is overloaded: some calls are rejected with 503',
    ends: 'the database is no longer overloaded',
  });
  let rejectedAt = -Infinity;
  return () => {
    if (pool.waitingCount < maxWaiting) {
      if (overload.isActive() && performance.now() - rejectedAt > recoveryMilliseconds) overload.reportSuccess();
      return;
    }
    rejectedAt = performance.now();
    const error = platformError('server.unavailable', { retryAfterSeconds });
    overload.reportFailure(error);
    throw error;
  };
}
