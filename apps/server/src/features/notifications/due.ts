import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { notificationMails, notifications, pushSubscriptions } from './notifications.tables.ts';

/** Sends one notification to one device of a member. */
export const pushTask = taskName<{ notificationId: string; sessionId: string }>('notification-push');
/** Sends one mail with all notifications of a member that are due. */
export const notificationMailTask = taskName<{ mailId: string }>('notification-mail');

const batchSize = 500;

const { id, memberId, pushDueAt, mailDueAt, readAt } = notifications;

/**
 * Includes rows that this transaction made due, and allows for clock differences between machines. A subquery, because
 * an index cannot be searched for a value that changes from row to row.
 */
const dueUntil = sql`(SELECT clock_timestamp() + interval '5 seconds')`;

const dueColumns = { id, memberId, isRead: sql<boolean>`${readAt} IS NOT NULL` };

const claimDuePushes = prepareOnce((db) => {
  const due = db.select({ id }).from(notifications).where(lte(pushDueAt, dueUntil)).orderBy(pushDueAt).limit(batchSize);
  return db
    .update(notifications)
    .set({ pushDueAt: null })
    .where(inArray(id, due.for('update', { skipLocked: true })))
    .returning(dueColumns)
    .prepare('claim_due_pushes');
});

/** Takes all due rows of each selected member, even beyond the limit, so that they go into one mail. */
const claimDueMails = prepareOnce((db) => {
  const isDue = lte(mailDueAt, dueUntil);
  const members = db.select({ memberId }).from(notifications).where(isDue).orderBy(mailDueAt).limit(batchSize);
  const due = db
    .select({ id })
    .from(notifications)
    .where(and(isDue, inArray(memberId, members)));
  return db
    .update(notifications)
    .set({ mailDueAt: null })
    .where(inArray(id, due.for('update', { skipLocked: true })))
    .returning(dueColumns)
    .prepare('claim_due_mails');
});

/** Marks notifications that never appear in the list as read once sent, so that the next event opens a new one. */
async function markUnshownRead(tx: Transaction, ids: string[]): Promise<void> {
  const isDone = and(eq(notifications.isShown, false), isNull(readAt), isNull(pushDueAt), isNull(mailDueAt));
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(inArray(id, ids), isDone));
}

/**
 * Enqueues the pushes and mails that are due: one push per notification and device, one mail per member with all its
 * notifications. Taking a row and enqueueing its tasks commit together, so each is sent once. Returns whether more may
 * be due.
 */
export async function dispatchDue(work: UnitOfWork): Promise<boolean> {
  const pushes = await claimDuePushes(work.tx).execute();
  const mails = await claimDueMails(work.tx).execute();
  const devices = await findDevices(work, pushes);
  for (const push of pushes)
    for (const { sessionId } of push.isRead ? [] : (devices.get(push.memberId) ?? []))
      await work.enqueue(pushTask, { notificationId: push.id, sessionId });

  const unread = mails.filter(({ isRead }) => !isRead);
  const newMails = [...Map.groupBy(unread, (row) => row.memberId)].map(([recipientId, rows]) => ({
    id: newId(),
    memberId: recipientId,
    notificationIds: rows.map((row) => row.id),
  }));
  if (newMails.length > 0) await work.tx.insert(notificationMails).values(newMails);
  for (const mail of newMails) await work.enqueue(notificationMailTask, { mailId: mail.id });

  const ids = [...pushes, ...mails].map((row) => row.id);
  if (ids.length > 0) await markUnshownRead(work.tx, ids);
  return pushes.length === batchSize || mails.length >= batchSize;
}

async function findDevices({ tx }: UnitOfWork, pushes: { memberId: string }[]) {
  const memberIds = [...new Set(pushes.map((push) => push.memberId))];
  const rows = await tx.select().from(pushSubscriptions).where(inArray(pushSubscriptions.memberId, memberIds));
  return Map.groupBy(rows, (row) => row.memberId);
}
