import { authErrors } from '@commons/contract/auth/errors';
import type { ChangePasswordInput } from '@commons/contract/security';
import { securityErrors } from '@commons/contract/security';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, gt, like, or, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Kit } from '../../platform/feature.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { users } from '../members/users.tables.ts';
import { passwordChangedMail } from './auth.mails.ts';
import { accounts, sessions, verifications } from './auth.tables.ts';
import { assertNotCommon } from './common-passwords.ts';
import { endOtherSessions } from './sessions.ts';

export { hashPassword };

const authError = errorsOf(authErrors);
const securityError = errorsOf(securityErrors);

export const passwordOf = (memberId: string) =>
  and(eq(accounts.userId, memberId), eq(accounts.providerId, 'credential'));

/** What the password of a member is compared with; undefined where accounts have none. */
async function findPasswordHash(db: Database, memberId: string): Promise<string | undefined> {
  const [account] = await db.select({ hash: accounts.password }).from(accounts).where(passwordOf(memberId));
  return account?.hash ?? undefined;
}

/**
 * Has a member show that they know their password before something changes that would keep them out. The hash it was
 * compared with is answered: what follows in a transaction can see whether it still holds.
 * @throws AppError 400 when it is another, 404 where accounts have no passwords.
 */
export async function assertPassword(db: Database, memberId: string, password: string): Promise<string> {
  const hash = await findPasswordHash(db, memberId);
  if (hash === undefined) throw authError('auth.embedded_only');
  if (!(await verifyPassword({ hash, password }))) throw securityError('security.wrong_password');
  return hash;
}

/** So long after logging in nobody is asked again who has no password here. */
const freshMinutes = 10;

/**
 * Has a member show that it is them: by their password, or, where accounts have none, by having just logged in.
 * @throws AppError 400 when the password is another or missing, 401 when it has been too long since they logged in.
 */
export async function provePresence(db: Database, viewer: Viewer, password: string | undefined): Promise<void> {
  if ((await findPasswordHash(db, viewer.id)) !== undefined) {
    await assertPassword(db, viewer.id, password ?? '');
    return;
  }
  const isFresh = gt(sessions.createdAt, sql`now() - make_interval(mins => ${freshMinutes})`);
  if ((await db.$count(sessions, and(eq(sessions.id, viewer.sessionId), isFresh))) === 0)
    throw securityError('security.password_first');
}

/**
 * Ends what is on its way for a member: links to a new password and to another email, and sign-ins that await their second
 * step. Whoever began them may have known a password that no longer holds.
 */
export async function forgetPending(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(or(eq(verifications.value, memberId), like(verifications.value, `${memberId} %`)));
}

/**
 * Has whatever else changes this member wait until the transaction ends: a new password by a mailed link, their leaving.
 * They begin with this row, and so does whoever changes it beside their other rows, or two that cross wait for each other.
 */
export async function holdMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, memberId)).for('no key update');
}

/**
 * Holds on to the member, and to the password that they were just asked for, until the transaction ends: what it allows does
 * not come after another password.
 * @throws AppError 400 when it was changed meanwhile.
 */
export async function holdPassword(tx: Transaction, memberId: string, hash: string): Promise<void> {
  await holdMember(tx, memberId);
  const isStillTheirs = and(passwordOf(memberId), eq(accounts.password, hash));
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(isStillTheirs).for('share');
  if (!account) throw securityError('security.wrong_password');
}

/**
 * Holds on to the member, and has a new password wait until the transaction ends, and find what that leaves; one that came
 * before has taken effect.
 */
export async function holdAnyPassword(tx: Transaction, memberId: string): Promise<void> {
  await holdMember(tx, memberId);
  await tx.select({ id: accounts.id }).from(accounts).where(passwordOf(memberId)).for('share');
}

/** @throws AppError 400 when the present password is another, or the new one would be guessed. */
export async function changePassword(
  { db, transact, configuration, publicUrl }: Kit,
  viewer: Viewer,
  { password, newPassword, endsOtherSessions }: ChangePasswordInput,
): Promise<void> {
  const { productName } = configuration;
  const hash = await assertPassword(db, viewer.id, password);
  const [member] = await db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id));
  const email = member?.email ?? '';
  const names = [viewer.summary.firstName, viewer.summary.lastName];
  assertNotCommon(newPassword, 'newPassword', { email, names, productName });
  // Before the transaction: hashing is slow on purpose, connections are few.
  const newHash = await hashPassword(newPassword);
  await transact(async (work) => {
    const { rowCount } = await work.tx
      .update(accounts)
      .set({ password: newHash, updatedAt: databaseNow() })
      .where(and(passwordOf(viewer.id), eq(accounts.password, hash)));
    // Changed meanwhile, in another tab or by a reset link.
    if (!rowCount) throw securityError('security.wrong_password');
    await forgetPending(work.tx, viewer.id);
    if (endsOtherSessions) await endOtherSessions(work, viewer);
    await work.enqueue(mailTask, passwordChangedMail(email, productName, publicUrl));
  });
}
