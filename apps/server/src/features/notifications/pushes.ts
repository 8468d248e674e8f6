import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { PushSubscription, Pusher } from '../../platform/push/pusher.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { sessions } from '../auth/auth.tables.ts';
import { pushTask } from './due.ts';
import { notifications, pushSubscriptions } from './notifications.tables.ts';
import { notificationError } from './unsubscribing.ts';
import { pushWords } from './words.ts';

/** Has the device of a session told. What the same browser had before, of whomever, does not hold any more. */
export async function keepSubscription(
  work: UnitOfWork,
  pusher: Pusher,
  viewer: Viewer,
  given: PushSubscription,
): Promise<void> {
  const endpoint = pusher.toEndpoint(given.endpoint);
  if (endpoint === undefined) throw notificationError('notifications.no_such_push_service');
  const subscription = { ...given, endpoint, sessionId: viewer.sessionId, memberId: viewer.id, createdAt: new Date() };
  const { sessionId } = pushSubscriptions;
  await work.tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(sessionId, viewer.sessionId)));
  await work.tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: sessionId, set: subscription });
}

export async function endSubscription(work: UnitOfWork, { sessionId }: Viewer): Promise<void> {
  await work.tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
}

/** Where each kind is read. */
const pathOf = ({ kind, subjectType, subjectId }: typeof notifications.$inferSelect): string => {
  if (kind === 'message') return `/messages/${subjectId}`;
  if (kind === 'connection_requested') return '/connections?tab=incoming';
  if (subjectType === 'post') return `/posts/${subjectId}`;
  return '/notifications';
};

/**
 * Tells the devices of a member. A device that was told before an error at another one is told again: it shows one thing
 * of a name once.
 */
export const notificationPusher = ({ db, pusher, configuration }: Pick<Kit, 'db' | 'pusher' | 'configuration'>): Task =>
  task(pushTask, async ({ notificationId }) => {
    const [told] = await db.select().from(notifications).where(eq(notifications.id, notificationId));
    // What is not shown in the community is closed, and not read, by now.
    if (!told || (told.readAt !== null && told.isShown)) return;
    const devices = await db
      .select({
        sessionId: pushSubscriptions.sessionId,
        endpoint: pushSubscriptions.endpoint,
        p256dh: pushSubscriptions.p256dh,
        auth: pushSubscriptions.auth,
      })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(eq(pushSubscriptions.memberId, told.memberId), gt(sessions.expiresAt, sql`now()`)));
    const payload = { title: configuration.productName, body: pushWords[told.kind], tag: told.id, path: pathOf(told) };
    const outcomes = await Promise.allSettled(
      devices.map(async ({ sessionId, ...device }) => ({ sessionId, outcome: await pusher.send(device, payload) })),
    );
    const gone = outcomes.flatMap((each) =>
      each.status === 'fulfilled' && each.value.outcome === 'gone'
        ? [eq(pushSubscriptions.sessionId, each.value.sessionId)]
        : [],
    );
    if (gone.length > 0) await db.delete(pushSubscriptions).where(or(...gone));
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  });
