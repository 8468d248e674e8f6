import { and, eq, sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { button, link, list, paragraph } from '../../platform/mail/blocks.ts';
import { mailContextOf, mailTemplate } from '../../platform/mail/mail-template.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { recordAlerts } from './alerts.ts';
import { findDeliverable } from './deliverable.ts';
import { notificationMailTask } from './due.ts';
import { sentenceOf } from './notification-texts.ts';
import { type mailStates, notificationMails } from './notifications.tables.ts';
import { unsubscribePath, unsubscribeToken } from './unsubscribe-token.ts';

type MailContext = Pick<FeatureContext, 'db' | 'transact' | 'mailer' | 'settings' | 'publicUrl' | 'sessionSecrets'>;

/** A mail, the end of the quiet hours to send it at, or 'nothing left' when no notification in it is deliverable. */
type ComposedMail = Mail | Date | 'nothing left';

/** Maximum number of notifications listed in a mail. The mail counts the rest. */
const maxSentences = 20;

export const notificationMail = mailTemplate<{ sentences: readonly string[]; unsubscribeUrl: string }>({
  name: 'notifications',
  sentWhen: 'A member has new notifications and wants them by email',
  sample: ({ publicUrl }) => ({
    sentences: [
      'Ana Lind commented on your post.',
      'Ben Osei would like to connect.',
      'An event you are going to starts in an hour.',
    ],
    unsubscribeUrl: `${publicUrl}${unsubscribePath}?token=sample`,
  }),
  compose: ({ sentences, unsubscribeUrl }, { productName, publicUrl }) => {
    const omittedCount = sentences.length - maxSentences;
    return {
      subject:
        sentences.length === 1 ? `New activity in ${productName}` : `${sentences.length} updates in ${productName}`,
      unsubscribeUrl,
      blocks: [
        list(sentences.slice(0, maxSentences)),
        ...(omittedCount > 0 ? [paragraph(`And ${omittedCount} more.`)] : []),
        button('See all of it', `${publicUrl}/notifications`),
        link('Notification settings', `${publicUrl}/settings/notifications`),
        link('Unsubscribe from these emails', unsubscribeUrl),
      ],
    };
  },
});

/** Another process has claimed the mail. */
class AlreadyTakenError extends Error {
  override name = 'AlreadyTakenError';
}

/**
 * Sends each mail at most once. If a process crashes before the mail server accepts data, another process sends the
 * mail. After the hand-over it is not sent again, because the server may already have accepted it (RFC 5321,
 * 4.5.3.2.6). A lost mail does no harm: its notifications are still in the list.
 */
export const notificationMailer = (context: MailContext): Task =>
  task(notificationMailTask, async ({ mailId }) => {
    const { db, transact, mailer } = context;
    const mail = await composeMail(context, mailId);
    if (mail === undefined) return;
    if (mail === 'nothing left') {
      await changeState(db, mailId, 'waiting', 'dropped');
      return;
    }
    if (mail instanceof Date) {
      await transact((work) => work.enqueue(notificationMailTask, { mailId }, mail));
      return;
    }
    try {
      await mailer.send(mail, async () => {
        if (!(await changeState(db, mailId, 'waiting', 'handed_over')))
          throw new AlreadyTakenError('another process has it');
        await recordAlerts(db, 'email', sql`(${idsOf(db, mailId)})`);
      });
    } catch (error) {
      if (isAlreadyTaken(error)) return;
      // The server replied with an error, so it has not accepted the mail.
      if (isServerReply(error)) await changeState(db, mailId, 'handed_over', 'waiting');
      throw error;
    }
    await changeState(db, mailId, 'handed_over', 'sent');
  });

const idsOf = (db: Database, mailId: string) =>
  db.select({ ids: notificationMails.notificationIds }).from(notificationMails).where(eq(notificationMails.id, mailId));

const isAlreadyTaken = (error: unknown): boolean =>
  error instanceof Error && (error instanceof AlreadyTakenError || error.message.includes('another process has it'));

/** Returns whether the mail server itself reported the failure, as opposed to not replying. */
const isServerReply = (error: unknown): boolean => error instanceof Error && /answered \d{3}/.test(error.message);

type MailState = (typeof mailStates)[number];

/** Moves a mail from one state to another. Returns false if it was not in the `from` state. */
async function changeState(db: Database, mailId: string, from: MailState, to: MailState): Promise<boolean> {
  const updatedRows = await db
    .update(notificationMails)
    .set({ state: to })
    .where(and(eq(notificationMails.id, mailId), eq(notificationMails.state, from)))
    .returning({ id: notificationMails.id });
  return updatedRows.length > 0;
}

/** Builds the mail from the current state of its notifications. Undefined when it is already sent or missing. */
async function composeMail(context: MailContext, mailId: string): Promise<ComposedMail | undefined> {
  const { db, publicUrl, sessionSecrets } = context;
  const { memberId: recipientId, notificationIds, state } = notificationMails;
  const [row] = await db
    .select({
      memberId: recipientId,
      email: users.email,
      isConfirmed: users.emailVerified,
      ids: notificationIds,
      state,
    })
    .from(notificationMails)
    .innerJoin(users, eq(users.id, recipientId))
    .where(eq(notificationMails.id, mailId));
  if (row?.state !== 'waiting') return undefined;
  const { memberId, email, ids, isConfirmed } = row;
  const { deliverable, notBefore } = await findDeliverable(db, memberId, 'email', ids);
  const sentences = [...new Set(deliverable.map((notification) => sentenceOf(notification, { isConfirmed })))];
  if (sentences.length === 0) return 'nothing left';
  if (notBefore) return notBefore;
  const unsubscribeUrl = `${publicUrl}${unsubscribePath}?token=${unsubscribeToken(memberId, sessionSecrets[0])}`;
  const messageId = `<${mailId}@${new URL(publicUrl).hostname}>`;
  return { ...notificationMail.write(email, mailContextOf(context), { sentences, unsubscribeUrl }), messageId };
}
