import { securityErrors } from '@commons/contract/security';
import type { EmailChangeInput } from '@commons/contract/security/schemas';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { onlyRow, violatedConstraint } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { tryConsume, limits } from '../../platform/rate-limits/rate-limits.ts';
import { emailChangeRequestMail, emailChangedMail, emailConfirmationMail, emailInUseMail } from './auth.mails.ts';
import { verifications } from './auth.tables.ts';
import { consumeLink, identifierOf, newToken, storeLink } from './mailed-links.ts';
import { assertPassword, cancelPending, lockPassword } from './password.service.ts';

const securityError = errorsOf(securityErrors);

const belongsToAnother = (memberId: string, email: string) => and(eq(users.email, email), ne(users.id, memberId));

/** Creates the token and mails it. The token exists only in the mail. The database stores its digest. */
const emailChangeTask = taskName<{ linkId: string }>('email-change');

/** Stores the link before its token exists, so that deleting the row also cancels a mail that is still queued. */
async function prepareLink({ tx, enqueue }: UnitOfWork, memberId: string, newEmail: string): Promise<void> {
  const linkId = await storeLink(tx, 'email-change', newToken(), `${memberId} ${newEmail}`);
  await enqueue(emailChangeTask, { linkId });
}

/** Mails the link, or notifies the owner of an address that already has an account. */
export const emailChangeTasks = (context: FeatureContext): Task[] => [
  task(emailChangeTask, async ({ linkId }) => {
    const { db, mailer, publicUrl } = context;
    const token = newToken();
    const isOpenLink = and(eq(verifications.id, linkId), gt(verifications.expiresAt, sql`now()`));
    const [link] = await db
      .update(verifications)
      .set({ identifier: identifierOf('email-change', token) })
      .where(isOpenLink)
      .returning({ value: verifications.value });
    const [memberId, newEmail] = link?.value.split(' ') ?? [];
    if (memberId === undefined || newEmail === undefined) return;
    const mailContext = mailContextOf(context);
    if ((await db.$count(users, belongsToAnother(memberId, newEmail))) > 0)
      await mailer.send(emailInUseMail.write(newEmail, mailContext));
    else {
      const link = `${publicUrl}/confirm-email?token=${token}`;
      await mailer.send(emailConfirmationMail.write(newEmail, mailContext, { link }));
    }
  }),
];

/**
 * Mails a link to the new address and a notice to the current one. The response is the same for addresses that have an
 * account, so it does not reveal them. Their owners get a different mail.
 *
 * @throws AppError 400 when the password is wrong.
 */
export async function requestEmailChange(
  context: FeatureContext,
  memberId: string,
  { newEmail, password }: EmailChangeInput,
): Promise<void> {
  const { db, transact, consume } = context;
  const hash = await assertPassword(db, memberId, password);
  if (!(await tryConsume(consume, limits.emailChangeMail, newEmail))) return;
  await transact(async (work) => {
    await lockPassword(work.tx, memberId, hash);
    const { email } = onlyRow(await work.tx.select({ email: users.email }).from(users).where(eq(users.id, memberId)));
    await prepareLink(work, memberId, newEmail);
    await work.enqueue(mailTask, emailChangeRequestMail.write(email, mailContextOf(context), { newEmail }));
  });
}

/** Mails a link to a member's current address, to confirm it. */
export async function requestEmailConfirmation(
  { db, transact, consume }: FeatureContext,
  memberId: string,
): Promise<void> {
  const isUnconfirmed = and(eq(users.id, memberId), eq(users.emailVerified, false));
  const [member] = await db.select({ email: users.email }).from(users).where(isUnconfirmed);
  if (!member || !(await tryConsume(consume, limits.emailChangeMail, member.email))) return;
  await transact((work) => prepareLink(work, memberId, member.email));
}

/**
 * Changes a member's email to the address in the opened link. Cancels all other pending links, including links to the
 * old address.
 *
 * @throws AppError 400 when the link was used or is too old, or another member has the address.
 */
export async function confirmEmailChange(context: FeatureContext, token: string): Promise<void> {
  await context.transact(async (work) => {
    const { tx } = work;
    const [memberId, newEmail] = (await consumeLink(tx, 'email-change', token))?.split(' ') ?? [];
    if (memberId === undefined || newEmail === undefined) throw securityError('security.email_link_invalid');
    // Serializes confirmations of one address, so that the second one finds it taken.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`email ${newEmail}`}, 0))`);
    if ((await tx.$count(users, belongsToAnother(memberId, newEmail))) > 0)
      throw securityError('security.email_link_invalid');
    const isCurrentMember = and(eq(users.id, memberId), isNull(users.leftAt));
    const [member] = await tx.select({ email: users.email }).from(users).where(isCurrentMember).for('update');
    if (!member) throw securityError('security.email_link_invalid');
    await tx
      .update(users)
      .set({ email: newEmail, emailVerified: true, updatedAt: databaseNow() })
      .where(eq(users.id, memberId))
      .catch((error: unknown) => {
        // A concurrent sign-up took the address.
        throw violatedConstraint(error) === 'users_one_per_email'
          ? securityError('security.email_link_invalid')
          : error;
      });
    await cancelPending(tx, memberId);
    if (member.email !== newEmail)
      await work.enqueue(mailTask, emailChangedMail.write(member.email, mailContextOf(context), { newEmail }));
  });
}
