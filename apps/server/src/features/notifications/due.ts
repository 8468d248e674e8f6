import { inArray, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { notificationMails, notifications, pushSubscriptions } from './notifications.tables.ts';

/** Sends one notification to one device of a member. */
export const pushTask = taskName<{ notificationId: string; sessionId: string }>('notification-push');
/** Sends one mail with all notifications of a member that are due. */
export const notificationMailTask = taskName<{ mailId: string }>('notification-mail');

const batchSize = 500;
const batchLimit = sql.raw(String(batchSize));

/**
 * Includes rows that this transaction made due, and allows for clock differences between machines. A subquery, because
 * an index cannot be searched for a value that changes from row to row.
 */
const dueUntil = sql`(SELECT clock_timestamp() + interval '5 seconds')`;

type DueRow = { id: string; memberId: string; isRead: boolean };

const claimDuePushes = namedStatement(
  'take_due_pushes',
  sql`UPDATE ${notifications} SET push_due_at = NULL
    WHERE id IN (
      SELECT id FROM ${notifications} WHERE push_due_at <= ${dueUntil}
      ORDER BY push_due_at LIMIT ${batchLimit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, member_id AS "memberId", read_at IS NOT NULL AS "isRead"`,
  { columns: columnsOf<DueRow>({ id: 'uuid', memberId: 'uuid', isRead: 'boolean' }) },
);

/** Takes all due rows of each selected member, even beyond the limit, so that they go into one mail. */
const claimDueMails = namedStatement(
  'take_due_mails',
  sql`UPDATE ${notifications} SET mail_due_at = NULL
    WHERE id IN (
      SELECT id FROM ${notifications} WHERE mail_due_at <= ${dueUntil} AND member_id IN (
        SELECT member_id FROM ${notifications} WHERE mail_due_at <= ${dueUntil} ORDER BY mail_due_at LIMIT ${batchLimit}
      )
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id, member_id AS "memberId", read_at IS NOT NULL AS "isRead"`,
  { columns: columnsOf<DueRow>({ id: 'uuid', memberId: 'uuid', isRead: 'boolean' }) },
);

const insertMails = namedStatement(
  'insert_notification_mails',
  sql`INSERT INTO ${notificationMails} (id, member_id, notification_ids)
    SELECT mails.id, mails.member_id, mails.ids
    FROM json_to_recordset(${sql.placeholder('mails')}::json) AS mails (id uuid, member_id uuid, ids uuid[])`,
  { values: { mails: 'json' } },
);

/** Marks notifications that never appear in the list as read once sent, so that the next event opens a new one. */
const markUnshownRead = namedStatement(
  'close_unshown_notifications',
  sql`UPDATE ${notifications} SET read_at = now()
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND NOT is_shown AND read_at IS NULL
      AND push_due_at IS NULL AND mail_due_at IS NULL`,
  { values: { ids: 'uuid[]' } },
);

/**
 * Enqueues the pushes and mails that are due: one push per notification and device, one mail per member with all its
 * notifications. Taking a row and enqueueing its tasks commit together, so each is sent once. Returns whether more may
 * be due.
 */
export async function dispatchDue(work: UnitOfWork): Promise<boolean> {
  const pushes = await claimDuePushes(work.tx, {});
  const mails = await claimDueMails(work.tx, {});
  const devices = await findDevices(work, pushes);
  for (const { id, memberId, isRead } of pushes)
    for (const { sessionId } of isRead ? [] : (devices.get(memberId) ?? []))
      await work.enqueue(pushTask, { notificationId: id, sessionId });

  const unread = mails.filter(({ isRead }) => !isRead);
  const newMails = [...Map.groupBy(unread, ({ memberId }) => memberId)].map(([memberId, memberRows]) => ({
    id: newId(),
    member_id: memberId,
    ids: memberRows.map(({ id }) => id),
  }));
  if (newMails.length > 0) await insertMails(work.tx, { mails: JSON.stringify(newMails) });
  for (const { id } of newMails) await work.enqueue(notificationMailTask, { mailId: id });

  const ids = [...pushes, ...mails].map(({ id }) => id);
  if (ids.length > 0) await markUnshownRead(work.tx, { ids });
  return pushes.length === batchSize || mails.length >= batchSize;
}

async function findDevices(work: UnitOfWork, pushes: DueRow[]) {
  const memberIds = [...new Set(pushes.map(({ memberId }) => memberId))];
  if (memberIds.length === 0) return new Map<string, { sessionId: string }[]>();
  const { sessionId, memberId } = pushSubscriptions;
  const rows = await work.tx
    .select({ sessionId, memberId })
    .from(pushSubscriptions)
    .where(inArray(memberId, memberIds));
  return Map.groupBy(rows, (row) => row.memberId);
}
