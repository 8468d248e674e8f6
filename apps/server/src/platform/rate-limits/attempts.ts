import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.ts';
import { named } from '../database/statements.ts';
import { platformError } from '../errors.ts';
import { createQueues } from '../queues.ts';
import { rateLimits } from './rate-limits.tables.ts';
import { counterName, type Limit } from './rate-limits.ts';

/**
 * Looks whether a try is right, and counts only those that are not against a limit of `key`. Each is counted before it is
 * looked at, or of many at once too many would be, and given back when it was right.
 * @throws AppError 429 with `Retry-After` when no more may be looked at.
 */
export type Attempt = (limit: Limit, key: string, isRight: () => boolean) => Promise<boolean>;

const now = sql`${sql.placeholder('now')}::bigint`;
const isOver = sql`counter.expire <= ${now}`;

/** Counts one, unless that would be too many: then it changes nothing, and answers nothing. */
const countOne = named<{ expire: string }>(
  'count_attempt',
  sql`INSERT INTO ${rateLimits} AS counter (key, points, expire)
    VALUES (${sql.placeholder('name')}, 1, ${sql.placeholder('end')}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isOver} THEN 1 ELSE counter.points + 1 END,
      expire = CASE WHEN ${isOver} THEN excluded.expire ELSE counter.expire END
    WHERE ${isOver} OR counter.points < ${sql.placeholder('max')}::int
    RETURNING expire`,
);

/** Only to the window that it was counted in: the next one owes nobody anything. */
const giveBackOne = named(
  'give_back_attempt',
  sql`UPDATE ${rateLimits} SET points = points - 1
    WHERE key = ${sql.placeholder('name')} AND expire = ${sql.placeholder('expire')}::bigint AND points > 0`,
);

const findEnd = named<{ expire: string }>(
  'find_attempts_end',
  sql`SELECT expire FROM ${rateLimits} WHERE key = ${sql.placeholder('name')}`,
);

const refuse = (end: number) =>
  platformError('request.too_many', { retryAfterSeconds: Math.max(1, Math.ceil((end - Date.now()) / 1000)) });

/** So long a used-up limit is remembered without asking: another process may give something back at any time. */
const rememberedMilliseconds = 1_000;

/**
 * Attempts are counted in the database, also where there is Redis: they are few, and must be counted in one place. Those
 * with the same key take turns within a process, so that right ones, which count while they are looked at, are not in
 * each other's way. Whoever has used up the limit is refused from memory: a flood writes nothing.
 */
export function createAttempts(db: Database): Attempt {
  const inTurn = createQueues();
  const usedUp = new Map<string, { until: number; end: number }>();

  return (limit, key, isRight) => {
    const name = counterName(limit, key);
    return inTurn(name, async () => {
      const at = Date.now();
      const known = usedUp.get(name);
      if (known && known.until > at) throw refuse(known.end);
      for (const [each, { until }] of usedUp) if (until <= at) usedUp.delete(each);
      const [counted] = await countOne(db, { name, now: at, end: at + limit.perSeconds * 1000, max: limit.calls });
      if (!counted) {
        const [found] = await findEnd(db, { name });
        const end = Number(found?.expire ?? at);
        usedUp.set(name, { until: Math.min(end, at + rememberedMilliseconds), end });
        throw refuse(end);
      }
      if (!isRight()) return false;
      await giveBackOne(db, { name, expire: counted.expire });
      return true;
    });
  };
}

/**
 * Counts one as part of a transaction, which takes it back when it fails; others with the same key wait for its end. False
 * when it is one too many.
 */
export async function countWithin(tx: Transaction, limit: Limit, key: string): Promise<boolean> {
  const at = Date.now();
  const end = at + limit.perSeconds * 1000;
  return (await countOne(tx, { name: counterName(limit, key), now: at, end, max: limit.calls })).length > 0;
}

/** For tests and benchmarks on loopback. */
export const unlimitedAttempts: Attempt = async (_limit, _key, isRight) => isRight();
