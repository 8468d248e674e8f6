import type { NotificationKind } from '@commons/contract/notifications';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { notificationAlerts, notificationMails, notifications, notificationActors } from './notifications.tables.ts';
import { alertWindowMinutes } from './times.ts';

/** An event to notify a member of. `occasionId` identifies the event for deduplication. */
export type NotificationEvent = {
  memberId: string;
  kind: NotificationKind;
  subjectType: string;
  subjectId: string;
  actorId: string | null;
  occasionId: string | null;
  title: string | null;
  at: Date;
};

type Channel = 'push' | 'email';
type AlertKey = Pick<NotificationEvent, 'memberId' | 'kind' | 'subjectId'> & { actorId: string };

/** Excludes messages, which have their own rule: one alert until the member reads the conversation. */
const isLimited = (event: NotificationEvent): event is NotificationEvent & AlertKey =>
  event.actorId !== null && event.kind !== 'message';

const keyOf = ({ memberId, kind, subjectId, actorId }: AlertKey): string =>
  [memberId, kind, subjectId, actorId].join(' ');

const recentAlerts = namedStatement(
  'recent_alerts',
  sql`SELECT DISTINCT alerts.channel, alerts.member_id AS "memberId", alerts.kind, alerts.subject_id AS "subjectId",
      alerts.actor_id AS "actorId"
    FROM unnest(${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[],
      ${sql.placeholder('subjectIds')}::uuid[], ${sql.placeholder('actorIds')}::uuid[])
      AS events (member_id, kind, subject_id, actor_id)
    JOIN ${notificationAlerts} AS alerts ON alerts.member_id = events.member_id AND alerts.kind = events.kind
      AND alerts.subject_id = events.subject_id AND alerts.actor_id = events.actor_id
      AND alerts.at > now() - make_interval(mins => ${sql.raw(String(alertWindowMinutes))})`,
  {
    values: { memberIds: 'uuid[]', kinds: 'text[]', subjectIds: 'uuid[]', actorIds: 'uuid[]' },
    columns: columnsOf<AlertKey & { channel: Channel }>({
      channel: 'text',
      memberId: 'uuid',
      kind: 'text',
      subjectId: 'uuid',
      actorId: 'uuid',
    }),
  },
);

/**
 * Returns a function that tests whether a member already got a push or a mail about all of these events in the current
 * window. An event that is withdrawn and repeated sends no second alert.
 */
export async function findRecentAlerts(
  db: Queryable,
  events: readonly NotificationEvent[],
): Promise<(channel: Channel, events: readonly NotificationEvent[]) => boolean> {
  const limitedEvents = events.filter(isLimited);
  if (limitedEvents.length === 0) return () => false;
  const rows = await recentAlerts(db, {
    memberIds: limitedEvents.map(({ memberId }) => memberId),
    kinds: limitedEvents.map(({ kind }) => kind),
    subjectIds: limitedEvents.map(({ subjectId }) => subjectId),
    actorIds: limitedEvents.map(({ actorId }) => actorId),
  });
  const alertedKeys = new Set(rows.map((row) => `${row.channel} ${keyOf(row)}`));
  return (channel, events) =>
    events.every((event) => isLimited(event) && alertedKeys.has(`${channel} ${keyOf(event)}`));
}

const recordAlerts = namedStatement(
  'note_alerts',
  sql`INSERT INTO ${notificationAlerts} (channel, member_id, kind, subject_id, actor_id, at)
    SELECT DISTINCT ${sql.placeholder('channel')}::text, events.member_id, events.kind, events.subject_id, actors.actor_id, now()
    FROM ${notifications} AS events
    JOIN ${notificationActors} AS actors ON actors.notification_id = events.id
    WHERE events.id = ANY(${sql.placeholder('ids')}::uuid[]) AND events.kind <> 'message'
    ON CONFLICT (member_id, kind, subject_id, actor_id, channel) DO UPDATE SET at = excluded.at`,
  { values: { channel: 'text', ids: 'uuid[]' } },
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
