import type { Database } from '../database/database.ts';
import { createQueues } from '../queues.ts';
import { counterName, type Limit } from './counter.ts';
import { createDatabaseCounter } from './database-counter.ts';
import { createConsume } from './rate-limits.ts';

/**
 * Looks whether a try is right, and counts only those that are not against a limit of `key`. Each is counted before it is
 * looked at, or of many at once too many would be, and given back when it was right.
 * @throws AppError 429 with `Retry-After` when no more may be looked at.
 */
export type Attempt = (limit: Limit, key: string, isRight: () => boolean) => Promise<boolean>;

/**
 * Attempts are counted in the database, also where there is Redis: they are few, and must be counted in one place. Those
 * with the same key take turns within a process, so that right ones, which count while they are looked at, are not in
 * each other's way.
 */
export function createAttempts(db: Database): Attempt {
  const inTurn = createQueues();
  const consume = createConsume(createDatabaseCounter(db));
  return (limit, key, isRight) =>
    inTurn(counterName(limit, key), async () => {
      const giveBack = await consume(limit, key);
      if (!isRight()) return false;
      await giveBack();
      return true;
    });
}

/** For tests and benchmarks on loopback. */
export const unlimitedAttempts: Attempt = async (_limit, _key, isRight) => isRight();
