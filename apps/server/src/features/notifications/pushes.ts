import type { Notification } from '@commons/contract/notifications/schemas';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { PushSubscription, Pusher } from '../../platform/push/pusher.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { sessions } from '../auth/auth.tables.ts';
import { recordAlerts } from './alerts.ts';
import { findDeliverable } from './deliverable.ts';
import { pushTask } from './due.ts';
import { pushTexts } from './notification-texts.ts';
import { pushSubscriptions } from './notifications.tables.ts';
import { notificationError } from './unsubscribe-token.ts';

/** Subscribes the device of the viewer's session. Removes other sessions' subscriptions of the same browser. */
export async function saveSubscription(
  work: UnitOfWork,
  pusher: Pusher,
  viewer: Viewer,
  input: PushSubscription,
): Promise<void> {
  const device = pusher.toSubscription(input);
  if (!device) throw notificationError('notifications.no_such_push_service');
  const { endpoint } = device;
  const subscription = { ...device, sessionId: viewer.sessionId, memberId: viewer.id, createdAt: databaseNow() };
  const { sessionId } = pushSubscriptions;
  await work.tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(sessionId, viewer.sessionId)));
  await work.tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: sessionId, set: subscription });
}

/** Unsubscribes the device of the viewer's session. */
export async function endSubscription(work: UnitOfWork, { sessionId }: Viewer): Promise<void> {
  await work.tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

/** Returns the page that a notification opens. */
const pathOf = ({ kind, subject }: Notification): string => {
  if (kind === 'message') return `/messages/${subject.id}`;
  if (kind === 'connection_requested') return '/connections?tab=incoming';
  if (subject.type === 'post') return `/posts/${subject.id}`;
  return '/notifications';
};

type PushContext = Pick<FeatureContext, 'db' | 'transact' | 'pusher' | 'settings'>;

/** Sends a notification to one device. Each device has its own task, so a failing one does not repeat the others. */
export const notificationPusher = ({ db, transact, pusher, settings }: PushContext): Task =>
  task(pushTask, async ({ notificationId, sessionId }) => {
    const { memberId, endpoint, p256dh, auth } = pushSubscriptions;
    const isActiveSubscription = and(eq(pushSubscriptions.sessionId, sessionId), gt(sessions.expiresAt, sql`now()`));
    const [device] = await db
      .select({ memberId, endpoint, p256dh, auth })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(isActiveSubscription);
    if (!device) return;
    const { deliverable, notBefore } = await findDeliverable(db, device.memberId, 'push', [notificationId]);
    const [notification] = deliverable;
    if (!notification) return;
    if (notBefore) {
      await transact((work) => work.enqueue(pushTask, { notificationId, sessionId }, notBefore));
      return;
    }
    await recordAlerts(db, 'push', sql.param([notificationId]));
    const payload = {
      title: settings.current.productName,
      body: pushTexts[notification.kind],
      tag: notification.id,
      path: pathOf(notification),
    };
    if ((await pusher.send(device, payload)) !== 'gone') return;
    // Deletes only the subscription that was used: the browser may have registered a new endpoint since.
    const isSameEndpoint = and(eq(pushSubscriptions.sessionId, sessionId), eq(endpoint, device.endpoint));
    await db.delete(pushSubscriptions).where(isSameEndpoint);
  });
