import { type NotificationKind, topicOfKind } from '@commons/contract/notifications';
import { inArray, isNull, sql } from 'drizzle-orm';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findRecentAlerts, type NotificationEvent } from './alerts.ts';
import { isReachable } from './deliverable.ts';
import { notificationActors, notifications, pushSubscriptions } from './notifications.tables.ts';
import { findSettings, type SettingsRow } from './settings.ts';
import { nextDigest, outsideQuietHours } from './times.ts';
import { countActors } from './withdrawals.ts';

/** Whether and when each channel delivers a notification. */
type Delivery = { isShown: boolean; pushDueAt: Date | null; mailDueAt: Date | null };

/** Delay of a mail. It collects more events, and needs no sending if the member reads them in the meantime. */
const mailDelayMilliseconds = 10 * 60_000;

/** Urgent kinds are not delayed until the next digest. */
const isUrgent = (kind: NotificationKind): boolean => ['events', 'messages'].includes(topicOfKind[kind]);

function deliveryOf(
  kind: NotificationKind,
  settings: SettingsRow,
  recipient: { isReachable: boolean; hasDevice: boolean; wasPushed: boolean; wasMailed: boolean },
  now: Date,
): Delivery {
  const topic = topicOfKind[kind];
  const isMailed =
    recipient.isReachable && !recipient.wasMailed && settings.email.includes(topic) && topic !== 'moderation';
  const isPushed =
    recipient.isReachable && recipient.hasDevice && !recipient.wasPushed && settings.push.includes(topic);
  return {
    isShown: topic !== 'messages' && settings.inApp.includes(topic),
    pushDueAt: isPushed ? outsideQuietHours(now, settings) : null,
    mailDueAt: isMailed ? outsideQuietHours(mailTime(kind, settings, now), settings) : null,
  };
}

function mailTime(kind: NotificationKind, settings: SettingsRow, now: Date): Date {
  const { digest } = settings;
  if (digest === 'off' || isUrgent(kind)) return new Date(now.getTime() + mailDelayMilliseconds);
  return nextDigest(now, digest, settings);
}

/** Stores events as notifications. Returns the ids of the members whose list changed. */
export async function storeNotifications(tx: Transaction, events: NotificationEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const memberIds = [...new Set(events.map(({ memberId }) => memberId))];
  const settings = await findSettings(tx, memberIds);
  const reachability = await findReachability(tx, memberIds);
  const hasRecentAlert = await findRecentAlerts(tx, events);
  const now = databaseNow();
  const groups = [...Map.groupBy(events, groupKeyOf).values()].flatMap((groupEvents) => {
    const latest = groupEvents.at(-1);
    const memberSettings = latest && settings.get(latest.memberId);
    if (!latest || !memberSettings) return [];
    const delivery = deliveryOf(
      latest.kind,
      memberSettings,
      {
        isReachable: false,
        hasDevice: false,
        ...reachability.get(latest.memberId),
        wasPushed: hasRecentAlert('push', groupEvents),
        wasMailed: hasRecentAlert('email', groupEvents),
      },
      now,
    );
    const isDelivered = delivery.isShown || delivery.pushDueAt !== null || delivery.mailDueAt !== null;
    return isDelivered ? [{ id: newId(), groupEvents, ...latest, ...delivery }] : [];
  });
  if (groups.length === 0) return [];
  const storedRows = await upsertNotifications(
    tx,
    groups.map(({ groupEvents, actorId: _actor, occasionId: _occasion, ...group }) => ({
      ...group,
      actorsCount: new Set(
        groupEvents.flatMap(({ actorId, occasionId }) => (occasionId === null ? [] : (actorId ?? []))),
      ).size,
    })),
  );
  const idOf = new Map(storedRows.map((row) => [groupKeyOf(row), row.id]));
  const actorRows = groups
    .flatMap(({ groupEvents }) => groupEvents)
    .flatMap(({ actorId, occasionId, at, ...group }) => {
      const id = idOf.get(groupKeyOf(group));
      return id === undefined || actorId === null || occasionId === null
        ? []
        : [{ notificationId: id, actorId, occasionId, at }];
    });
  if (actorRows.length > 0) {
    await tx.insert(notificationActors).values(actorRows).onConflictDoNothing();
    // A new notification was inserted with its count.
    const newIds = new Set(groups.map(({ id }) => id));
    const existingIds = actorRows.map(({ notificationId }) => notificationId).filter((id) => !newIds.has(id));
    if (existingIds.length > 0) await countActors(tx, existingIds);
  }
  return groups.filter(({ isShown }) => isShown).map(({ memberId }) => memberId);
}

const groupKeyOf = (event: Pick<NotificationEvent, 'memberId' | 'kind' | 'subjectType' | 'subjectId'>): string =>
  [event.memberId, event.kind, event.subjectType, event.subjectId].join(' ');

const isResent = sql`excluded.kind IN ('event_changed', 'message')`;

/**
 * Adds events to open notifications or opens new ones. An open notification keeps its push and mail times. Exceptions:
 * another change of an event is sent again, because the member would otherwise go to the wrong place. So is a message,
 * because it only gets here after the member has read the previous ones.
 */
const upsertNotifications = (tx: Transaction, rows: (typeof notifications.$inferInsert)[]) => {
  const { id, memberId, kind, subjectType, subjectId, at, isShown, pushDueAt, mailDueAt, readAt } = notifications;
  return tx
    .insert(notifications)
    .values(rows)
    .onConflictDoUpdate({
      target: [memberId, kind, subjectType, subjectId],
      targetWhere: isNull(readAt),
      set: {
        at: sql`greatest(${at}, excluded.at)`,
        title: sql`excluded.title`,
        isShown: sql`${isShown} OR excluded.is_shown`,
        pushDueAt: sql`coalesce(${pushDueAt}, CASE WHEN ${isResent} THEN excluded.push_due_at END)`,
        mailDueAt: sql`coalesce(${mailDueAt}, CASE WHEN ${isResent} THEN excluded.mail_due_at END)`,
      },
    })
    .returning({ id, memberId, kind, subjectType, subjectId });
};

/** Returns whether each member may get mails and pushes, and whether they have a subscribed device. */
async function findReachability(tx: Transaction, memberIds: string[]) {
  const rows = await tx
    .select({
      memberId: users.id,
      isReachable,
      hasDevice: sql<boolean>`EXISTS (SELECT FROM ${pushSubscriptions} WHERE ${pushSubscriptions.memberId} = ${users.id})`,
    })
    .from(users)
    .where(inArray(users.id, memberIds));
  return new Map(rows.map((row) => [row.memberId, row]));
}
