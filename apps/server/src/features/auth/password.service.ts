import { authErrors } from '@commons/contract/auth/errors';
import { securityErrors } from '@commons/contract/security';
import type { ChangePasswordInput } from '@commons/contract/security/schemas';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, gt, like, or, sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { passwordChangedMail } from './auth.mails.ts';
import { accounts, sessions, verifications } from './auth.tables.ts';
import { assertNotCommon } from './common-passwords.ts';
import { endOtherSessions } from './sessions.ts';

export { hashPassword };

const authError = errorsOf(authErrors);
const securityError = errorsOf(securityErrors);

/** SQL condition: the row of `accounts` is the member's password. */
export const isPasswordOf = (memberId: string) =>
  and(eq(accounts.userId, memberId), eq(accounts.providerId, 'credential'));

/** Returns the password hash of a member. Undefined for accounts without a password. */
async function findPasswordHash(db: Database, memberId: string): Promise<string | undefined> {
  const [account] = await db.select({ hash: accounts.password }).from(accounts).where(isPasswordOf(memberId));
  return account?.hash ?? undefined;
}

/**
 * Checks a member's password before a security-relevant change. Returns the matching hash, so that a later transaction
 * can check that the password has not changed since.
 *
 * @throws AppError 400 when the password is wrong, 404 when the account has no password.
 */
export async function assertPassword(db: Database, memberId: string, password: string): Promise<string> {
  const hash = await findPasswordHash(db, memberId);
  if (hash === undefined) throw authError('auth.embedded_only');
  if (!(await verifyPassword({ hash, password }))) throw securityError('security.wrong_password');
  return hash;
}

/** Minutes after sign-in during which members without a password need not sign in again. */
const recentSignInMinutes = 10;

/**
 * Checks the identity of a member: by their password or, for accounts without one, by a recent sign-in.
 *
 * @throws AppError 400 when the password is wrong or missing, 401 when the last sign-in is too long ago.
 */
export async function verifyIdentity(db: Database, viewer: Viewer, password: string | undefined): Promise<void> {
  if ((await findPasswordHash(db, viewer.id)) !== undefined) {
    await assertPassword(db, viewer.id, password ?? '');
    return;
  }
  const isRecent = gt(sessions.createdAt, sql`now() - make_interval(mins => ${recentSignInMinutes})`);
  if ((await db.$count(sessions, and(eq(sessions.id, viewer.sessionId), isRecent))) === 0)
    throw securityError('security.password_first');
}

/**
 * Cancels a member's pending links (password reset, email change) and pending two-factor sign-ins. They may have been
 * started by an intruder with the old password.
 */
export async function cancelPending(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(or(eq(verifications.value, memberId), like(verifications.value, `${memberId} %`)));
}

/**
 * Locks the member's row until the end of the transaction. Every change of an account, such as a password reset or its
 * deletion, locks this row first, so that concurrent changes do not deadlock.
 */
export async function lockMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, memberId)).for('no key update');
}

/**
 * Locks the member and the password that was just checked until the end of the transaction.
 *
 * @throws AppError 400 when the password has changed since the check.
 */
export async function lockPassword(tx: Transaction, memberId: string, hash: string): Promise<void> {
  await lockMember(tx, memberId);
  const isUnchanged = and(isPasswordOf(memberId), eq(accounts.password, hash));
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(isUnchanged).for('share');
  if (!account) throw securityError('security.wrong_password');
}

/**
 * Locks the member and their current password until the end of the transaction. A concurrent password change waits and
 * then sees the changes of this transaction.
 */
export async function lockCurrentPassword(tx: Transaction, memberId: string): Promise<void> {
  await lockMember(tx, memberId);
  await tx.select({ id: accounts.id }).from(accounts).where(isPasswordOf(memberId)).for('share');
}

/** Changes a password. @throws AppError 400 when the current password is wrong or the new one is easy to guess. */
export async function changePassword(
  { db, transact, settings, publicUrl }: FeatureContext,
  viewer: Viewer,
  { password, newPassword, endsOtherSessions }: ChangePasswordInput,
): Promise<void> {
  const { productName } = settings.current;
  const hash = await assertPassword(db, viewer.id, password);
  const [member] = await db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id));
  const email = member?.email ?? '';
  const names = [viewer.summary.firstName, viewer.summary.lastName];
  assertNotCommon(newPassword, 'newPassword', { email, names, productName });
  // Hashes before the transaction, because hashing is slow and would hold a connection.
  const newHash = await hashPassword(newPassword);
  await transact(async (work) => {
    const { rowCount } = await work.tx
      .update(accounts)
      .set({ password: newHash, updatedAt: databaseNow() })
      .where(and(isPasswordOf(viewer.id), eq(accounts.password, hash)));
    // Another tab or a reset link has changed the password since the check.
    if (!rowCount) throw securityError('security.wrong_password');
    await cancelPending(work.tx, viewer.id);
    if (endsOtherSessions) await endOtherSessions(work, viewer);
    await work.enqueue(mailTask, passwordChangedMail.write(email, { productName, publicUrl }));
  });
}
