import type { NotificationKind } from '@commons/contract/notifications';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DepartureStep } from '../../community/feature.ts';
import { acquireLock } from '../../platform/database/advisory-locks.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { notificationActors, notifications } from './notifications.tables.ts';
import { publishUnreadCount } from './unread-count.ts';

/** An actor to remove from an unread notification. */
export type WithdrawnActor = { memberId: string; kind: NotificationKind; subjectId: string; actorId: string };

/** Deletes notifications about deleted content. Returns the ids of the affected members. */
export async function removeNotificationsAbout(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await tx
    .delete(notifications)
    .where(inArray(notifications.subjectId, ids))
    .returning({ memberId: notifications.memberId });
  const affected = await tx
    .delete(notificationActors)
    .where(inArray(notificationActors.occasionId, ids))
    .returning({ id: notificationActors.notificationId });
  return [...removed.map(({ memberId }) => memberId), ...(await recount(tx, affected))];
}

const deleteActors = namedStatement(
  'take_notification_actors',
  sql`DELETE FROM ${notificationActors} USING ${notifications}, unnest(
      ${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[], ${sql.placeholder('subjectIds')}::uuid[],
      ${sql.placeholder('actorIds')}::uuid[]) AS taken (member_id, kind, subject_id, actor_id)
    WHERE notifications.member_id = taken.member_id AND notifications.kind = taken.kind
      AND notifications.subject_id = taken.subject_id AND notifications.read_at IS NULL
      AND notification_actors.notification_id = notifications.id AND notification_actors.actor_id = taken.actor_id
    RETURNING notifications.id`,
  {
    values: { memberIds: 'uuid[]', kinds: 'text[]', subjectIds: 'uuid[]', actorIds: 'uuid[]' },
    columns: { id: 'uuid' },
  },
);

/** Removes actors who undid their action from unread notifications. Returns the ids of the affected members. */
export async function withdrawActors(tx: Transaction, withdrawn: WithdrawnActor[]): Promise<string[]> {
  if (withdrawn.length === 0) return [];
  const affected = await deleteActors(tx, {
    memberIds: withdrawn.map(({ memberId }) => memberId),
    kinds: withdrawn.map(({ kind }) => kind),
    subjectIds: withdrawn.map(({ subjectId }) => subjectId),
    actorIds: withdrawn.map(({ actorId }) => actorId),
  });
  return recount(tx, affected);
}

/** A member who left an event and needs no more notifications about it. */
export type LeftEvent = { memberId: string; eventId: string };

const deleteEventNotifications = namedStatement(
  'take_notifications_of_events',
  sql`DELETE FROM ${notifications}
    USING unnest(${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('eventIds')}::uuid[]) AS taken (member_id, event_id)
    WHERE notifications.member_id = taken.member_id AND notifications.subject_id = taken.event_id
      AND notifications.subject_type = 'event' AND notifications.read_at IS NULL
    RETURNING notifications.member_id AS "memberId"`,
  { values: { memberIds: 'uuid[]', eventIds: 'uuid[]' }, columns: { memberId: 'uuid' } },
);

/** Deletes unread notifications about events that members have left. Returns the ids of the affected members. */
export async function withdrawEvents(tx: Transaction, affected: LeftEvent[]): Promise<string[]> {
  if (affected.length === 0) return [];
  const withdrawn = await deleteEventNotifications(tx, {
    memberIds: affected.map(({ memberId }) => memberId),
    eventIds: affected.map(({ eventId }) => eventId),
  });
  return withdrawn.map(({ memberId }) => memberId);
}

/** Recounts the distinct actors of notifications. */
export const countActors = namedStatement(
  'count_notification_actors',
  sql`UPDATE ${notifications} SET actors_count = (
      SELECT count(DISTINCT actor_id) FROM ${notificationActors} WHERE notification_id = notifications.id
    )
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[])
    RETURNING member_id AS "memberId"`,
  { values: { ids: 'uuid[]' }, columns: { memberId: 'uuid' } },
);

const removeEmpty = namedStatement(
  'remove_empty_notifications',
  sql`DELETE FROM ${notifications} WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND actors_count = 0`,
  { values: { ids: 'uuid[]' } },
);

/** Recounts the actors of notifications and deletes those without any. Returns the ids of the affected members. */
async function recount(tx: Transaction, affected: { id: string }[]): Promise<string[]> {
  const ids = [...new Set(affected.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const updatedRows = await countActors(tx, { ids });
  await removeEmpty(tx, { ids });
  return updatedRows.map(({ memberId }) => memberId);
}

/** Serializes changes to notifications until the end of the transaction, so that the queue is processed in order. */
export async function lockNotifications(tx: Transaction): Promise<void> {
  // No client waits for this transaction, so it may wait longer for the lock than a request.
  await tx.execute(sql`SET LOCAL lock_timeout = '12s'`);
  await acquireLock(tx, 'telling');
  // After a burst, the statistics still describe empty tables, and the planner would choose sequential scans.
  await tx.execute(sql`SET LOCAL enable_seqscan = off`);
}

const batchSize = 500;

/**
 * Removes a departed member from the notifications of others. If their content stays, removes only their connection
 * requests, which can no longer be answered.
 */
export const removeDepartedActor: DepartureStep = async ({ transact }, { memberId, content }) => {
  const isRequest = eq(notifications.kind, 'connection_requested');
  for (let count = batchSize; count >= batchSize;)
    count = await transact(async (work) => {
      const { tx } = work;
      await lockNotifications(tx);
      const actorRows = tx
        .select({ id: notificationActors.notificationId })
        .from(notificationActors)
        .innerJoin(notifications, eq(notifications.id, notificationActors.notificationId))
        .where(and(eq(notificationActors.actorId, memberId), content === 'anonymise' ? isRequest : undefined))
        .limit(batchSize);
      const isActorRow = and(
        inArray(notificationActors.notificationId, actorRows),
        eq(notificationActors.actorId, memberId),
      );
      const affected = await tx
        .delete(notificationActors)
        .where(isActorRow)
        .returning({ id: notificationActors.notificationId });
      publishUnreadCount(work, await recount(tx, affected));
      return affected.length;
    });
  if (content === 'remove')
    await transact((work) => work.tx.delete(notifications).where(eq(notifications.subjectId, memberId)));
};
