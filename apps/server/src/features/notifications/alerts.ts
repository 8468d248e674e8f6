import type { NotificationKind } from '@commons/contract/notifications';
import { and, gt, inArray, lte, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { notificationActors, notificationAlerts, notifications } from './notifications.tables.ts';
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

const windowStart = sql`now() - make_interval(mins => ${alertWindowMinutes}::int)`;

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
  const { memberId, actorId, at } = notificationAlerts;
  // Also finds alerts of other pairs of these members. The keys tell them apart.
  const isOfMembers = and(
    inArray(
      memberId,
      limitedEvents.map((event) => event.memberId),
    ),
    inArray(
      actorId,
      limitedEvents.map((event) => event.actorId),
    ),
  );
  const rows = await db
    .select()
    .from(notificationAlerts)
    .where(and(isOfMembers, gt(at, windowStart)));
  const alertedKeys = new Set(rows.map((row) => `${row.channel} ${keyOf(row)}`));
  return (channel, events) =>
    events.every((event) => isLimited(event) && alertedKeys.has(`${channel} ${keyOf(event)}`));
}

/** Starts the windows of notifications that are about to go to a device or into a mail. `ids` is an array in SQL. */
export async function recordAlerts(db: Queryable, channel: Channel, ids: SQLWrapper): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${notificationAlerts} (channel, member_id, kind, subject_id, actor_id, at)
    SELECT DISTINCT ${channel}::text, events.member_id, events.kind, events.subject_id, actors.actor_id, now()
    FROM ${notifications} AS events
    JOIN ${notificationActors} AS actors ON actors.notification_id = events.id
    WHERE events.id = ANY(${ids}::uuid[]) AND events.kind <> 'message'
    ON CONFLICT (member_id, kind, subject_id, actor_id, channel) DO UPDATE SET at = excluded.at`);
}

/** Deletes alerts older than the alert window. */
export const deleteExpiredAlerts = async (db: Queryable): Promise<void> => {
  await db.delete(notificationAlerts).where(lte(notificationAlerts.at, windowStart));
};
