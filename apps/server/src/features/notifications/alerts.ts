import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import { notificationAlerts, notificationMails, notifications, notificationActors } from './notifications.tables.ts';
import type { NotificationEvent } from './store-notifications.ts';
import { alertWindowMinutes } from './times.ts';

type Channel = 'push' | 'email';
type AlertKey = Pick<NotificationEvent, 'memberId' | 'kind' | 'subjectId'> & { actorId: string };

/** Excludes messages, which have their own rule: one alert until the member reads the conversation. */
const isLimited = (event: NotificationEvent): event is NotificationEvent & AlertKey =>
  event.actorId !== null && event.kind !== 'message';

const keyOf = ({ memberId, kind, subjectId, actorId }: AlertKey): string =>
  [memberId, kind, subjectId, actorId].join(' ');

const recentAlerts = named<AlertKey & { channel: Channel }>(
  'recent_alerts',
  sql`SELECT DISTINCT alerts.channel, alerts.member_id AS "memberId", alerts.kind, alerts.subject_id AS "subjectId",
      alerts.actor_id AS "actorId"
    FROM unnest(${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[],
      ${sql.placeholder('subjectIds')}::uuid[], ${sql.placeholder('actorIds')}::uuid[])
      AS told (member_id, kind, subject_id, actor_id)
    JOIN ${notificationAlerts} AS alerts ON alerts.member_id = told.member_id AND alerts.kind = told.kind
      AND alerts.subject_id = told.subject_id AND alerts.actor_id = told.actor_id
      AND alerts.at > now() - make_interval(mins => ${sql.raw(String(alertWindowMinutes))})`,
);

/**
 * Returns a function that tests whether a member already got a push or a mail about all of these events in the current
 * window. An event that is withdrawn and repeated sends no second alert.
 */
export async function findRecentAlerts(
  db: Queryable,
  events: readonly NotificationEvent[],
): Promise<(channel: Channel, events: readonly NotificationEvent[]) => boolean> {
  const limited = events.filter(isLimited);
  if (limited.length === 0) return () => false;
  const rows = await recentAlerts(db, {
    memberIds: limited.map(({ memberId }) => memberId),
    kinds: limited.map(({ kind }) => kind),
    subjectIds: limited.map(({ subjectId }) => subjectId),
    actorIds: limited.map(({ actorId }) => actorId),
  });
  const alerted = new Set(rows.map((row) => `${row.channel} ${keyOf(row)}`));
  return (channel, events) => events.every((event) => isLimited(event) && alerted.has(`${channel} ${keyOf(event)}`));
}

const recordAlerts = named(
  'note_alerts',
  sql`INSERT INTO ${notificationAlerts} (channel, member_id, kind, subject_id, actor_id, at)
    SELECT DISTINCT ${sql.placeholder('channel')}::text, told.member_id, told.kind, told.subject_id, actors.actor_id, now()
    FROM ${notifications} AS told
    JOIN ${notificationActors} AS actors ON actors.notification_id = told.id
    WHERE told.id = ANY(${sql.placeholder('ids')}::uuid[]) AND told.kind <> 'message'
    ON CONFLICT (member_id, kind, subject_id, actor_id, channel) DO UPDATE SET at = excluded.at`,
);

/** Starts the window of a notification that is about to go to a device. */
export const recordPush = async (db: Queryable, notificationId: string): Promise<void> => {
  await recordAlerts(db, { channel: 'push', ids: [notificationId] });
};

/** Starts the windows of all notifications in a mail that is about to be sent. */
export async function recordMail(db: Queryable, mailId: string): Promise<void> {
  const { id, notificationIds } = notificationMails;
  const [mail] = await db
    .select({ ids: notificationIds })
    .from(notificationMails)
    .where(sql`${id} = ${mailId}`);
  if (mail) await recordAlerts(db, { channel: 'email', ids: mail.ids });
}

/** Deletes alerts older than the alert window. */
export const deleteExpiredAlerts = async (db: Queryable): Promise<void> => {
  await db
    .delete(notificationAlerts)
    .where(lt(notificationAlerts.at, sql`now() - make_interval(mins => ${sql.raw(String(alertWindowMinutes))})`));
};
