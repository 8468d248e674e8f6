import { hash } from 'node:crypto';
import { inArray, lt } from 'drizzle-orm';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { AppError, platformError } from '../errors.ts';
import { type Redis, within } from '../redis.ts';
import { createDatabaseCounter } from './database-counter.ts';
import { rateLimits } from './rate-limits.tables.ts';

/**
 * At most `calls` in each `perSeconds`, counted for each value of `by`. Routes count by member (else by network) or by
 * network; a limit by email is counted by its feature.
 */
export type Limit = { name: string; calls: number; perSeconds: number; by: 'member' | 'network' | 'email' };

/** Generous for people, short for scripts. Kept here together so that they can be read against one another. */
export const limits = {
  startSignIn: { name: 'start-sign-in', calls: 100, perSeconds: 10 * 60, by: 'network' },
  signIn: { name: 'sign-in', calls: 20, perSeconds: 15 * 60, by: 'network' },
  /** For each email and network together: who fails from elsewhere keeps nobody from signing in at home. */
  signInToAccountFromNetwork: { name: 'sign-in-from-network', calls: 10, perSeconds: 15 * 60, by: 'email' },
  /** For each email, from wherever the tries come: what many networks together may guess. */
  signInToAccount: { name: 'sign-in-to-account', calls: 50, perSeconds: 60 * 60, by: 'email' },
  signUp: { name: 'sign-up', calls: 10, perSeconds: 60 * 60, by: 'network' },
  passwordReset: { name: 'password-reset', calls: 10, perSeconds: 60 * 60, by: 'network' },
  /** Mails that anybody can have sent to anybody, for each recipient. */
  passwordResetMail: { name: 'password-reset-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  existingAccountMail: { name: 'existing-account-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  emailChangeMail: { name: 'email-change-mail', calls: 5, perSeconds: 60 * 60, by: 'email' },
  /** What asks a signed-in member for their password once more. */
  provingPassword: { name: 'proving-password', calls: 10, perSeconds: 15 * 60, by: 'member' },
  /** A code of an app is good for some 90 seconds, and for one sign-in (RFC 6238, 5.2). */
  codeOfApp: { name: 'code-of-app', calls: 1, perSeconds: 2 * 60, by: 'member' },
  /** Wrong access codes, of both pages together: in any hour no more than 25 from one network. */
  accessCode: { name: 'access-code', calls: 5, perSeconds: 15 * 60, by: 'network' },
  /** Mails that an admin sends to people on the waitlist. */
  inviting: { name: 'inviting', calls: 200, perSeconds: 60 * 60, by: 'member' },
  bookNotification: { name: 'book-notification', calls: 10, perSeconds: 60 * 60, by: 'network' },
  waitlist: { name: 'waitlist', calls: 10, perSeconds: 60 * 60, by: 'network' },
  posting: { name: 'posting', calls: 30, perSeconds: 10 * 60, by: 'member' },
  commenting: { name: 'commenting', calls: 60, perSeconds: 5 * 60, by: 'member' },
  uploading: { name: 'uploading', calls: 40, perSeconds: 60 * 60, by: 'member' },
  relating: { name: 'relating', calls: 60, perSeconds: 10 * 60, by: 'member' },
  messaging: { name: 'messaging', calls: 120, perSeconds: 60, by: 'member' },
  searching: { name: 'searching', calls: 60, perSeconds: 60, by: 'member' },
  exporting: { name: 'exporting', calls: 5, perSeconds: 60 * 60, by: 'member' },
  /** Suggestions come while one types. */
  searchingEverything: { name: 'searching-everything', calls: 180, perSeconds: 60, by: 'member' },
  reporting: { name: 'reporting', calls: 20, perSeconds: 60 * 60, by: 'member' },
  /** A queue is worked through as quickly as one can read. */
  moderating: { name: 'moderating', calls: 120, perSeconds: 60, by: 'member' },
  /** A listen is told of at its end and on leaving; a skipping connection tells of it again. */
  listening: { name: 'listening', calls: 60, perSeconds: 10 * 60, by: 'member' },
  /** A page saves by itself what is written in it, some seconds apart. */
  journaling: { name: 'journaling', calls: 60, perSeconds: 60, by: 'member' },
  unsubscribing: { name: 'unsubscribing', calls: 60, perSeconds: 60 * 60, by: 'network' },
  liking: { name: 'liking', calls: 120, perSeconds: 60, by: 'member' },
  /** Each change of a vote has everybody who voted read the poll again. */
  voting: { name: 'voting', calls: 20, perSeconds: 5 * 60, by: 'member' },
} as const satisfies Record<string, Limit>;

/** Counts a call of `key` against a limit. @throws AppError 429 with `Retry-After` when it is one too many. */
export type Consume = (limit: Limit, key: string) => Promise<void>;

/**
 * Limits that hold over all server processes: in Redis when there is one, else in the database, which also stands in
 * while Redis is away. It then counts from zero, so that somebody may for once do twice as much.
 */
export function createRateLimits({ db, redis }: { db: Database; redis?: Redis | undefined }): Consume {
  const countInDatabase = createDatabaseCounter(db);
  const limiters = new Map<string, RateLimiterRedis>();
  const inRedis = (limit: Limit) =>
    limiters.getOrInsertComputed(
      limit.name,
      () => new RateLimiterRedis({ ...optionsOf(limit), storeClient: redis, useRedisPackage: true }),
    );
  const count = async (limit: Limit, key: string): Promise<number | undefined> => {
    if (redis?.isReady) {
      try {
        await within(redis, () => inRedis(limit).consume(key));
        return undefined;
      } catch (error) {
        if (error instanceof RateLimiterRes) return error.msBeforeNext;
      }
    }
    return countInDatabase(limit, key);
  };
  return async (limit, key) => {
    const refusedMilliseconds = await count(limit, digestOf(key));
    if (refusedMilliseconds === undefined) return;
    throw platformError('request.too_many', { retryAfterSeconds: Math.ceil(refusedMilliseconds / 1000) });
  };
}

const optionsOf = (limit: Limit) => ({
  keyPrefix: limit.name,
  points: limit.calls,
  duration: limit.perSeconds,
  // Whoever has used up a limit is refused from memory: a flood of refused calls writes nothing.
  inMemoryBlockOnConsumed: limit.calls,
});

/** Counts a call like `consume`; false, instead of an error, when it is one too many. */
export async function isWithinLimit(consume: Consume, limit: Limit, key: string): Promise<boolean> {
  try {
    await consume(limit, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.too_many') return false;
    throw error;
  }
}

/**
 * Forgets the counters whose time is over. Redis does so by itself. What is being counted at the moment is left for the
 * next time: counting holds several, and the two would wait for each other.
 */
export async function forgetExpiredLimits(db: Database): Promise<void> {
  const expired = db.select({ key: rateLimits.key }).from(rateLimits).where(lt(rateLimits.expire, Date.now()));
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired.for('update', { skipLocked: true })));
}

/** Keys are emails and addresses: the store keeps only their digests, which are also of one length. */
const digestOf = (key: string): string => hash('sha256', key, 'base64url');

/** How the database names the counter of a limit. */
export const counterName = (limit: Limit, key: string): string => `${limit.name}:${digestOf(key)}`;

/** For tests and benchmarks on loopback: nobody is ever asked to wait. */
export const unlimited: Consume = async () => {};
