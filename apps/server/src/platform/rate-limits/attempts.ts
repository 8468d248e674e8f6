import type { Database } from '../database/database.ts';
import { createQueues } from '../queues.ts';
import { counterName, type Limit } from './counter.ts';
import { createDatabaseCounter } from './database-counter.ts';
import { createConsume } from './rate-limits.ts';

/**
 * Checks an attempt and counts only failed attempts of `key` against a limit. Counts before the check, because
 * otherwise concurrent attempts could exceed the limit. Refunds the count if the attempt is correct.
 * @throws AppError 429 with `Retry-After` when the limit is reached.
 */
export type Attempt = (limit: Limit, key: string, isCorrect: () => boolean) => Promise<boolean>;

/**
 * Counts attempts in the database even with Redis: they are few and must be counted in one place. Attempts with the
 * same key run one at a time within a process. Otherwise correct attempts, which count during their check, would block
 * each other.
 */
export function createAttempts(db: Database): Attempt {
  const runExclusive = createQueues();
  const consume = createConsume(createDatabaseCounter(db));
  return (limit, key, isCorrect) =>
    runExclusive(counterName(limit, key), async () => {
      const refund = await consume(limit, key);
      if (!isCorrect()) return false;
      await refund();
      return true;
    });
}

/** For tests and benchmarks on loopback. */
export const unlimitedAttempts: Attempt = async (_limit, _key, isCorrect) => isCorrect();
