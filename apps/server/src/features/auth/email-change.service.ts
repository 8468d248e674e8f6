import { type EmailChangeInput, securityErrors } from '@commons/contract/security';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { onlyRow } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Kit } from '../../platform/feature.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { isWithinLimit, limits } from '../../platform/rate-limits/rate-limits.ts';
import { users } from '../members/users.tables.ts';
import { emailChangeAskedMail, emailChangedMail, emailChangeMail, emailInUseMail } from './auth.mails.ts';
import { verifications } from './auth.tables.ts';
import { identifierOf, linkLifetimeMilliseconds, newToken, takeLink } from './mailed-links.ts';
import { assertPassword, forgetPending, holdPassword } from './password.service.ts';

const securityError = errorsOf(securityErrors);

/**
 * Mails a link to the new address, and tells the present one. Known addresses are answered alike, and told by a mail of
 * their own: nobody learns which are known.
 * @throws AppError 400 when the password is another.
 */
export async function requestEmailChange(
  { db, transact, consume, configuration, publicUrl }: Kit,
  memberId: string,
  { newEmail, password }: EmailChangeInput,
): Promise<void> {
  const hash = await assertPassword(db, memberId, password);
  if (!(await isWithinLimit(consume, limits.emailChangeMail, newEmail))) return;
  const { productName } = configuration;
  const token = newToken();
  await transact(async (work) => {
    await holdPassword(work.tx, memberId, hash);
    const { email } = onlyRow(await work.tx.select({ email: users.email }).from(users).where(eq(users.id, memberId)));
    const isKnown = (await work.tx.$count(users, eq(users.email, newEmail))) > 0;
    await work.tx.insert(verifications).values({
      identifier: identifierOf('email-change', token),
      value: `${memberId} ${newEmail}`,
      expiresAt: new Date(Date.now() + linkLifetimeMilliseconds),
    });
    const mail = isKnown
      ? emailInUseMail(newEmail, productName)
      : emailChangeMail(newEmail, productName, `${publicUrl}/confirm-email?token=${token}`);
    await work.enqueue(mailTask, mail);
    await work.enqueue(mailTask, emailChangeAskedMail(email, productName, publicUrl, newEmail));
  });
}

/**
 * Makes the address theirs whose link was opened. Every other link on its way ends, those to the old address too.
 * @throws AppError 400 when the link was used, is too old, or somebody else has the address by now.
 */
export async function confirmEmailChange({ transact, configuration }: Kit, token: string): Promise<void> {
  await transact(async (work) => {
    const { tx } = work;
    const [memberId, newEmail] = (await takeLink(tx, 'email-change', token))?.split(' ') ?? [];
    if (memberId === undefined || newEmail === undefined) throw securityError('security.email_link_invalid');
    // Of two who confirm one address at once the second finds it taken.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`email ${newEmail}`}, 0))`);
    if ((await tx.$count(users, eq(users.email, newEmail))) > 0) throw securityError('security.email_link_invalid');
    const isThere = and(eq(users.id, memberId), isNull(users.leftAt));
    const [before] = await tx.select({ email: users.email }).from(users).where(isThere).for('update');
    if (!before) throw securityError('security.email_link_invalid');
    await tx
      .update(users)
      .set({ email: newEmail, emailVerified: true, updatedAt: new Date() })
      .where(eq(users.id, memberId));
    await forgetPending(tx, memberId);
    await work.enqueue(mailTask, emailChangedMail(before.email, configuration.productName, newEmail));
  });
}
