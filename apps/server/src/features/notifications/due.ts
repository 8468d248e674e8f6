import { sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import { named } from '../../platform/database/statements.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { notificationMails, notifications } from './notifications.tables.ts';

/** Tells the devices of a member; sends a mail. */
export const pushTask = taskName<{ notificationId: string }>('notification-push');
export const notificationMailTask = taskName<{ mailId: string }>('notification-mail');

const maxAtOnce = 500;

/** What became due within this very transaction, too; the clocks of two machines differ by a little. */
const isDueBy = sql`clock_timestamp() + interval '5 seconds'`;

const take = (name: string, column: 'push_due_at' | 'mail_due_at') =>
  named<{ id: string; memberId: string; isRead: boolean }>(
    name,
    sql`UPDATE ${notifications} SET ${sql.raw(column)} = NULL
      WHERE id IN (
        SELECT id FROM ${notifications} WHERE ${sql.raw(column)} <= ${isDueBy}
        ORDER BY ${sql.raw(column)} LIMIT ${sql.raw(String(maxAtOnce))} FOR UPDATE SKIP LOCKED
      )
      RETURNING id, member_id AS "memberId", read_at IS NOT NULL AS "isRead"`,
  );
const takeDuePushes = take('take_due_pushes', 'push_due_at');
const takeDueMails = take('take_due_mails', 'mail_due_at');

const insertMails = named(
  'insert_notification_mails',
  sql`INSERT INTO ${notificationMails} (id, member_id, notification_ids)
    SELECT mails.id, mails.member_id, mails.ids
    FROM json_to_recordset(${sql.placeholder('mails')}::json) AS mails (id uuid, member_id uuid, ids uuid[])`,
);

/** What is told outside of the community alone is done with when it went: what happens next is told anew. */
const closeUnshown = named(
  'close_unshown_notifications',
  sql`UPDATE ${notifications} SET read_at = now()
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND NOT is_shown AND read_at IS NULL
      AND push_due_at IS NULL AND mail_due_at IS NULL`,
);

/**
 * Has sent what may go by now: to devices each thing by itself, in mails all that waits for a member together. Whoever
 * takes a row has it sent, once: the tasks commit with it.
 */
export async function sendDue(work: UnitOfWork): Promise<void> {
  const pushes = await takeDuePushes(work.tx, {});
  const mails = await takeDueMails(work.tx, {});
  for (const { id, isRead } of pushes) if (!isRead) await work.enqueue(pushTask, { notificationId: id });

  const unread = mails.filter(({ isRead }) => !isRead);
  const byMember = [...Map.groupBy(unread, ({ memberId }) => memberId)].map(([memberId, ofMember]) => ({
    id: newId(),
    member_id: memberId,
    ids: ofMember.map(({ id }) => id),
  }));
  if (byMember.length > 0) await insertMails(work.tx, { mails: JSON.stringify(byMember) });
  for (const { id } of byMember) await work.enqueue(notificationMailTask, { mailId: id });

  const ids = [...pushes, ...mails].map(({ id }) => id);
  if (ids.length > 0) await closeUnshown(work.tx, { ids });
}
