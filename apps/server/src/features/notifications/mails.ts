import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Kit } from '../../platform/feature.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { users } from '../members/users.tables.ts';
import { noteMail } from './alerts.ts';
import { notificationMailTask } from './due.ts';
import { type mailStates, notificationMails } from './notifications.tables.ts';
import { findGoing } from './reaching.ts';
import { unsubscribePath, unsubscribeToken } from './unsubscribing.ts';
import { sentenceOf } from './words.ts';

type MailKit = Pick<Kit, 'db' | 'transact' | 'mailer' | 'configuration' | 'publicUrl' | 'sessionSecrets'>;

/** A mail; or when it may be sent, in quiet hours; or that there is nothing any more that it would tell. */
type Composed = Mail | Date | 'nothing left';

/** More stand in no mail: the rest is read in the community. */
const maxSentences = 20;

/** Somebody else took the mail meanwhile. */
class AlreadyTakenError extends Error {
  override name = 'AlreadyTakenError';
}

/**
 * Sends a mail once. Until the mail server is ready to take it, whoever dies over it has sent nothing, and it is sent by
 * the next one. What was handed over when a process died is not sent again, although the server may not have taken it:
 * nobody can know (RFC 5321, 4.5.3.2.6), and what it tells of stands in the community.
 */
export const notificationMailer = (kit: MailKit): Task =>
  task(notificationMailTask, async ({ mailId }) => {
    const { db, transact, mailer } = kit;
    const mail = await compose(kit, mailId);
    if (mail === undefined) return;
    if (mail === 'nothing left') {
      await move(db, mailId, 'waiting', 'dropped');
      return;
    }
    if (mail instanceof Date) {
      await transact((work) => work.enqueue(notificationMailTask, { mailId }, mail));
      return;
    }
    try {
      await mailer.send(mail, async () => {
        if (!(await move(db, mailId, 'waiting', 'handed_over'))) throw new AlreadyTakenError('another process has it');
        await noteMail(db, mailId);
      });
    } catch (error) {
      if (isAlreadyTaken(error)) return;
      // The server said that it does not take it, or was not reached: then it is known.
      if (isAnswered(error)) await move(db, mailId, 'handed_over', 'waiting');
      throw error;
    }
    await move(db, mailId, 'handed_over', 'sent');
  });

const isAlreadyTaken = (error: unknown): boolean =>
  error instanceof Error && (error instanceof AlreadyTakenError || error.message.includes('another process has it'));

/** Whether a failure is the mail server’s own answer, and not that none came. */
const isAnswered = (error: unknown): boolean => error instanceof Error && /answered \d{3}/.test(error.message);

type MailState = (typeof mailStates)[number];

/** Whether this mail was in the state before. */
async function move(db: Database, mailId: string, from: MailState, to: MailState): Promise<boolean> {
  const moved = await db
    .update(notificationMails)
    .set({ state: to })
    .where(and(eq(notificationMails.id, mailId), eq(notificationMails.state, from)))
    .returning({ id: notificationMails.id });
  return moved.length > 0;
}

/** The mail as it is true by now; undefined where there is none to be sent. */
async function compose(kit: MailKit, mailId: string): Promise<Composed | undefined> {
  const { db, configuration, publicUrl, sessionSecrets } = kit;
  const { memberId: recipientId, notificationIds, state } = notificationMails;
  const [found] = await db
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
  if (found?.state !== 'waiting') return undefined;
  const { memberId, email, ids, isConfirmed } = found;
  const { told, notBefore } = await findGoing(db, memberId, 'email', ids);
  const sentences = [...new Set(told.map((notification) => sentenceOf(notification, { isConfirmed })))];
  if (sentences.length === 0) return 'nothing left';
  if (notBefore) return notBefore;
  const unsubscribeUrl = `${publicUrl}${unsubscribePath}?token=${unsubscribeToken(memberId, sessionSecrets[0])}`;
  const more = sentences.length - maxSentences;
  return {
    to: email,
    subject:
      sentences.length === 1
        ? `New activity in ${configuration.productName}`
        : `${sentences.length} updates in ${configuration.productName}`,
    messageId: `<${mailId}@${new URL(publicUrl).hostname}>`,
    unsubscribeUrl,
    text: `${sentences.slice(0, maxSentences).join('\n')}${more > 0 ? `\nAnd ${more} more.` : ''}

See all of it here:
${publicUrl}/notifications

Notification settings:
${publicUrl}/settings

Unsubscribe from these emails:
${unsubscribeUrl}`,
  };
}
