import type { NotificationKind } from '@commons/contract/notifications';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { DepartureStep } from '../../community/feature.ts';
import { acquireLock } from '../../platform/database/advisory-locks.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { notificationActors, notifications } from './notifications.tables.ts';
import { unreadBadge } from './unread-count.ts';

/** An actor to remove from an unread notification. */
export type WithdrawnActor = { memberId: string; kind: NotificationKind; subjectId: string; actorId: string };

/** Deletes notifications about deleted content. Returns the ids of the affected members. */
export async function removeNotificationsAbout(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await tx
    .delete(notifications)
    .where(inArray(notifications.subjectId, ids))
    .returning({ memberId: notifications.memberId });
  const affected = await deleteActors(tx, inArray(notificationActors.occasionId, ids));
  return [...removed.map(({ memberId }) => memberId), ...(await recount(tx, affected))];
}

/** Removes actors who undid their action from unread notifications. Returns the ids of the affected members. */
export async function withdrawActors(tx: Transaction, withdrawn: WithdrawnActor[]): Promise<string[]> {
  const affected: { id: string }[] = [];
  for (const { memberId, kind, subjectId, actorId } of withdrawn) {
    const isGroup = and(
      eq(notifications.memberId, memberId),
      eq(notifications.kind, kind),
      eq(notifications.subjectId, subjectId),
    );
    const unread = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(isGroup, isNull(notifications.readAt)));
    const isWithdrawn = and(
      inArray(notificationActors.notificationId, unread),
      eq(notificationActors.actorId, actorId),
    );
    affected.push(...(await deleteActors(tx, isWithdrawn)));
  }
  return recount(tx, affected);
}

const deleteActors = (tx: Transaction, condition: SQL | undefined): Promise<{ id: string }[]> =>
  tx.delete(notificationActors).where(condition).returning({ id: notificationActors.notificationId });

/** A member who left an event and needs no more notifications about it. */
export type LeftEvent = { memberId: string; eventId: string };

/** Deletes unread notifications about events that members have left. Returns the ids of the affected members. */
export async function withdrawEvents(tx: Transaction, leftEvents: LeftEvent[]): Promise<string[]> {
  for (const { memberId, eventId } of leftEvents)
    await tx
      .delete(notifications)
      .where(
        and(
          eq(notifications.memberId, memberId),
          eq(notifications.subjectType, 'event'),
          eq(notifications.subjectId, eventId),
          isNull(notifications.readAt),
        ),
      );
  return leftEvents.map(({ memberId }) => memberId);
}

/** Recounts the distinct actors of notifications. */
export const countActors = (tx: Transaction, ids: string[]) =>
  tx
    .update(notifications)
    .set({
      actorsCount: sql`(SELECT count(DISTINCT actor_id) FROM ${notificationActors} WHERE notification_id = ${notifications.id})`,
    })
    .where(inArray(notifications.id, ids))
    .returning({ memberId: notifications.memberId });

/** Recounts the actors of notifications and deletes those without any. Returns the ids of the affected members. */
async function recount(tx: Transaction, affected: { id: string }[]): Promise<string[]> {
  const ids = [...new Set(affected.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const updatedRows = await countActors(tx, ids);
  await tx.delete(notifications).where(and(inArray(notifications.id, ids), eq(notifications.actorsCount, 0)));
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
      const affected = await deleteActors(tx, isActorRow);
      unreadBadge.notify(work, await recount(tx, affected));
      return affected.length;
    });
  if (content === 'remove')
    await transact((work) => work.tx.delete(notifications).where(eq(notifications.subjectId, memberId)));
};
