import { codeLimits, securityErrors } from '@commons/contract/security';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import { twoFactors } from './auth.tables.ts';

const securityError = errorsOf(securityErrors);

const { userId, verified, failedVerificationCount, lockedUntil } = twoFactors;

/**
 * Counts a code as wrong before it is compared, so that concurrent guesses on any number of processes cannot exceed the
 * limit. A correct code resets the count.
 *
 * @throws AppError 401 when two-factor sign-in is off, 429 while it is locked.
 */
export async function countCode(db: Database, memberId: string): Promise<void> {
  const isOfMember = and(eq(userId, memberId), eq(verified, true));
  // An expired lock starts a new count.
  const count = sql`CASE WHEN ${lockedUntil} IS NULL THEN ${failedVerificationCount} + 1 ELSE 1 END`;
  const lockEnd = sql`now() + make_interval(secs => ${codeLimits.lockedSeconds})`;
  const { rowCount } = await db
    .update(twoFactors)
    .set({
      failedVerificationCount: count,
      lockedUntil: sql`CASE WHEN ${count} >= ${codeLimits.maxWrongCodes} THEN ${lockEnd} END`,
    })
    .where(and(isOfMember, or(isNull(lockedUntil), lte(lockedUntil, sql`now()`))));
  if (rowCount) return;
  const [activeLock] = await db
    .select({ seconds: sql<number>`ceil(greatest(1, extract(epoch FROM ${lockedUntil} - now())))::int` })
    .from(twoFactors)
    .where(isOfMember);
  throw activeLock
    ? securityError('security.codes_locked', { retryAfterSeconds: activeLock.seconds })
    : securityError('security.password_first');
}

/** Undoes the count of one code that could not be checked. Also removes the lock that this code may have caused. */
export async function undoCodeCount(db: Database, memberId: string): Promise<void> {
  await db
    .update(twoFactors)
    .set({ failedVerificationCount: sql`greatest(${failedVerificationCount} - 1, 0)`, lockedUntil: null })
    .where(eq(userId, memberId));
}

/** Resets the count of wrong codes. */
export async function resetWrongCodes(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(twoFactors).set({ failedVerificationCount: 0, lockedUntil: null }).where(eq(userId, memberId));
}
