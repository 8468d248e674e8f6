import { authErrors } from '@commons/contract/auth/errors';
import type { ResetPasswordInput } from '@commons/contract/auth/schemas';
import { hashPassword } from 'better-auth/crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { errorsOf } from '../../platform/errors.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { passwordResetMail } from './auth.mails.ts';
import { accounts } from './auth.tables.ts';
import { consumeLink, isLinkOpen, newToken, storeLink } from './mailed-links.ts';
import { cancelPending, isPasswordOf } from './password.service.ts';
import { endSessionsOf } from './sessions.ts';

const authError = errorsOf(authErrors);

const invalidLink = () =>
  authError('auth.reset_link_invalid', { errors: [{ path: 'token', message: 'This link is no longer valid' }] });

/** Mails a password reset link if the email has an account. */
export async function mailResetLink(context: FeatureContext, email: string): Promise<void> {
  const { db, mailer, publicUrl } = context;
  const hasEmail = and(eq(users.email, email), isNull(users.leftAt));
  const [member] = await db.select({ id: users.id }).from(users).where(hasEmail);
  if (!member) return;
  const token = newToken();
  await storeLink(db, 'reset-password', token, member.id);
  const link = `${publicUrl}/reset-password?token=${token}`;
  await mailer.send(passwordResetMail.write(email, mailContextOf(context), { link }));
}

/**
 * Sets a new password by a mailed link, in one transaction. Ends all sessions, pending links and pending sign-ins.
 * Marks the email as verified, because the member has received the mail. Returns the member's email.
 *
 * @throws AppError 400 when the link was used or is too old.
 */
export async function resetPassword(
  { db, transact }: Pick<FeatureContext, 'db' | 'transact'>,
  { token, newPassword }: ResetPasswordInput,
): Promise<string> {
  // Checks the link before the slow hashing, and hashes before the transaction.
  if (!(await isLinkOpen(db, 'reset-password', token))) throw invalidLink();
  const password = await hashPassword(newPassword);
  return transact(async (work) => {
    const { tx } = work;
    const memberId = await consumeLink(tx, 'reset-password', token);
    if (memberId === undefined) throw invalidLink();
    const [member] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, memberId), isNull(users.leftAt)))
      .returning({ email: users.email });
    if (!member) throw invalidLink();
    const updated = await tx.update(accounts).set({ password, updatedAt: databaseNow() }).where(isPasswordOf(memberId));
    if (!updated.rowCount)
      await tx.insert(accounts).values({ userId: memberId, accountId: memberId, providerId: 'credential', password });
    await cancelPending(tx, memberId);
    await endSessionsOf(work, memberId);
    return member.email;
  });
}
