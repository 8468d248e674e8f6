import { inArray, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { AppError, platformError } from '../errors.ts';
import { createOutage } from '../outage.ts';
import type { Redis } from '../redis.ts';
import { type Counter, counterName, type Refund, type Limit } from './counter.ts';
import { createDatabaseCounter } from './database-counter.ts';
import { rateLimits } from './rate-limits.tables.ts';
import { createRedisCounter } from './redis-counter.ts';

export type { Refund, Limit } from './counter.ts';

/** All rate limits, kept together for comparison. Generous for people, strict for scripts. */
export const limits = {
  startSignIn: { name: 'start-sign-in', calls: 100, perSeconds: 10 * 60, by: 'network' },
  signIn: { name: 'sign-in', calls: 20, perSeconds: 15 * 60, by: 'network' },
  /** Per email and network, so that failed attempts from other networks do not lock members out. */
  signInToAccountFromNetwork: { name: 'sign-in-from-network', calls: 10, perSeconds: 15 * 60, by: 'email' },
  /** Per email over all networks. Limits distributed guessing. */
  signInToAccount: { name: 'sign-in-to-account', calls: 50, perSeconds: 60 * 60, by: 'email' },
  signUp: { name: 'sign-up', calls: 10, perSeconds: 60 * 60, by: 'network' },
  passwordReset: { name: 'password-reset', calls: 10, perSeconds: 60 * 60, by: 'network' },
  /** Mails that anyone can trigger, per recipient. */
  passwordResetMail: { name: 'password-reset-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  existingAccountMail: { name: 'existing-account-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  emailChangeMail: { name: 'email-change-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  /** Calls that ask a signed-in member for their password again. */
  provingPassword: { name: 'proving-password', calls: 10, perSeconds: 15 * 60, by: 'member' },
  /** An authenticator code is valid for about 90 seconds and for one sign-in (RFC 6238, section 5.2). */
  authenticatorCode: { name: 'code-of-app', calls: 1, perSeconds: 2 * 60, by: 'member' },
  /** Wrong access codes on both pages together: at most 25 per hour and network. */
  accessCode: { name: 'access-code', calls: 5, perSeconds: 15 * 60, by: 'network' },
  /** Mails that an admin sends to people on the waitlist. */
  inviting: { name: 'inviting', calls: 500, perSeconds: 60 * 60, by: 'member' },
  /** Too few to search a network for open ports through the mail server of the settings. */
  testingMails: { name: 'testing-mails', calls: 10, perSeconds: 10 * 60, by: 'member' },
  /** Admins and managers who fill the library, the prompts or the calendar: one item per second for ten minutes. */
  curating: { name: 'curating', calls: 600, perSeconds: 10 * 60, by: 'member' },
  /** Covers, sounds and tables for those items. */
  uploadingForAll: { name: 'uploading-for-all', calls: 300, perSeconds: 60 * 60, by: 'member' },
  bookNotification: { name: 'book-notification', calls: 10, perSeconds: 60 * 60, by: 'network' },
  waitlist: { name: 'waitlist', calls: 10, perSeconds: 60 * 60, by: 'network' },
  /** The form for people without an account. */
  concern: { name: 'concern', calls: 10, perSeconds: 60 * 60, by: 'network' },
  concernMail: { name: 'concern-mail', calls: 3, perSeconds: 60 * 60, by: 'email' },
  confirmingConcern: { name: 'confirming-concern', calls: 20, perSeconds: 60 * 60, by: 'network' },
  posting: { name: 'posting', calls: 30, perSeconds: 10 * 60, by: 'member' },
  commenting: { name: 'commenting', calls: 60, perSeconds: 5 * 60, by: 'member' },
  uploading: { name: 'uploading', calls: 40, perSeconds: 60 * 60, by: 'member' },
  changingConnections: { name: 'relating', calls: 60, perSeconds: 10 * 60, by: 'member' },
  messaging: { name: 'messaging', calls: 120, perSeconds: 60, by: 'member' },
  searching: { name: 'searching', calls: 60, perSeconds: 60, by: 'member' },
  exporting: { name: 'exporting', calls: 5, perSeconds: 60 * 60, by: 'member' },
  /** Suggestions are requested while typing. */
  searchingEverything: { name: 'searching-everything', calls: 180, perSeconds: 60, by: 'member' },
  reporting: { name: 'reporting', calls: 20, perSeconds: 60 * 60, by: 'member' },
  /** Moderators may work through a queue as fast as they can read. */
  moderating: { name: 'moderating', calls: 120, perSeconds: 60, by: 'member' },
  /** A session is reported at its end and on leaving the page. An unstable connection repeats the report. */
  listening: { name: 'listening', calls: 60, perSeconds: 10 * 60, by: 'member' },
  /** A journal page saves automatically every few seconds. */
  journaling: { name: 'journaling', calls: 60, perSeconds: 60, by: 'member' },
  unsubscribing: { name: 'unsubscribing', calls: 60, perSeconds: 60 * 60, by: 'network' },
  liking: { name: 'liking', calls: 120, perSeconds: 60, by: 'member' },
  /** All calls of an admin's API tokens together. */
  tokenCalls: { name: 'token-calls', calls: 600, perSeconds: 5 * 60, by: 'member' },
  wrongToken: { name: 'wrong-token', calls: 60, perSeconds: 15 * 60, by: 'network' },
  /** Calendars ask a few times per hour, from several devices. Each subscription counts for itself. */
  calendarFeed: { name: 'calendar-feed', calls: 60, perSeconds: 60 * 60, by: 'member' },
  /** Tokens, webhooks and calendar addresses that a member creates, changes or tests. */
  integrating: { name: 'integrating', calls: 60, perSeconds: 10 * 60, by: 'member' },
  /** Each changed vote makes all voters reload the poll. */
  voting: { name: 'voting', calls: 20, perSeconds: 5 * 60, by: 'member' },
} as const satisfies Record<string, Limit>;

/**
 * Counts a call of `key` against a limit. Rejected calls are not counted, so retrying does not extend the wait.
 * @throws AppError 429 with `Retry-After` above the limit.
 */
export type Consume = (limit: Limit, key: string) => Promise<Refund>;

/** Cache time of a reached limit. Short, because another process may refund a call. */
const cacheMilliseconds = 1_000;

/**
 * Creates `Consume` for a store. Caches reached limits in memory, so that a flood of rejected calls causes few writes.
 */
export function createConsume(count: Counter): Consume {
  const reachedLimits = new Map<string, { recheckAt: number; endsAt: number }>();
  return async (limit, key) => {
    const name = counterName(limit, key);
    const now = performance.now();
    const reachedLimit = reachedLimits.get(name);
    if (reachedLimit && reachedLimit.recheckAt > now) throw tooManyCalls(reachedLimit.endsAt - now);
    const result = await count(limit, key);
    if ('refund' in result)
      return async () => {
        await result.refund();
        reachedLimits.delete(name);
      };
    const countedAt = performance.now();
    for (const [cachedName, { recheckAt }] of reachedLimits)
      if (recheckAt <= countedAt) reachedLimits.delete(cachedName);
    const endsAt = countedAt + result.waitMilliseconds;
    reachedLimits.set(name, { recheckAt: Math.min(endsAt, countedAt + cacheMilliseconds), endsAt });
    throw tooManyCalls(result.waitMilliseconds);
  };
}

const tooManyCalls = (waitMilliseconds: number) =>
  platformError('request.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(waitMilliseconds / 1000)) });

/**
 * Creates limits shared by all server processes: in Redis, or in the database without Redis or during its outage. The
 * database then starts from zero, so a caller may once make twice as many calls.
 */
export function createRateLimits({
  db,
  redis,
  log,
}: {
  db: Database;
  redis?: Redis | undefined;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}): Consume {
  const countInDatabase = createDatabaseCounter(db);
  if (!redis) return createConsume(countInDatabase);
  const countInRedis = createRedisCounter(redis);
  const outage = createOutage(log, {
    begins: 'rate limits cannot use Redis: the database counts calls',
    ends: 'rate limits use Redis again',
  });
  return createConsume(async (limit, key) => {
    if (redis.isReady)
      try {
        const result = await countInRedis(limit, key);
        outage.reportSuccess();
        return result;
      } catch (error) {
        outage.reportFailure(error);
      }
    return countInDatabase(limit, key);
  });
}

/**
 * Counts a call against several limits. If one rejects it, it counts against none.
 * @throws AppError 429 with `Retry-After`.
 */
export async function consumeAll(consume: Consume, calls: readonly (readonly [Limit, string])[]): Promise<Refund> {
  const refunds: Refund[] = [];
  const refund = async () => {
    for (const cachedName of refunds.splice(0)) await cachedName();
  };
  try {
    for (const [limit, key] of calls) refunds.push(await consume(limit, key));
  } catch (error) {
    await refund();
    throw error;
  }
  return refund;
}

/** Counts a call like `consume`, but returns false above the limit. */
export async function tryConsume(consume: Consume, limit: Limit, key: string): Promise<boolean> {
  try {
    await consume(limit, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.too_many') return false;
    throw error;
  }
}

/**
 * Deletes expired counters. (Redis does this itself.) Skips locked rows: a counting statement locks several, and
 * waiting could deadlock.
 */
export async function deleteExpiredLimits(db: Database): Promise<void> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.expire, sql`extract(epoch FROM now()) * 1000`));
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired.for('update', { skipLocked: true })));
}

/** No limits, for tests and benchmarks on loopback. */
export const unlimited: Consume = async () => async () => {};
