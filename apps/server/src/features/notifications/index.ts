import { notificationLimits } from '@commons/contract/notifications';
import { lt, or, sql } from 'drizzle-orm';
import type { Feature } from '../../community/feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteExpiredAlerts } from './alerts.ts';
import { notificationMail, notificationMailer } from './mails.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { personalData } from './notifications.tables.ts';
import { notificationMails, notifications as notificationRows } from './notifications.tables.ts';
import { processQueue } from './process-queue.ts';
import { notificationPusher } from './pushes.ts';
import { subscribers, processQueueJob } from './queue.ts';
import { unreadBadge } from './unread-count.ts';
import { removeDepartedActor } from './withdrawals.ts';

/** How long sent mails are kept: longer than their tasks are retried. */
const mailRetention = sql`interval '7 days'`;

const days = (count: number) => sql`make_interval(days => ${count})`;

/** Deletes old notifications, expired alerts and old mails. Unread notifications are kept longer than read ones. */
async function deleteOld(db: Database): Promise<void> {
  const { readRetentionDays, unreadRetentionDays } = notificationLimits;
  await db
    .delete(notificationRows)
    .where(
      or(
        sql`${notificationRows.at} < now() - ${days(unreadRetentionDays)}`,
        sql`${notificationRows.at} < now() - ${days(readRetentionDays)} AND ${notificationRows.readAt} < now() - ${days(readRetentionDays)}`,
      ),
    );
  await deleteExpiredAlerts(db);
  await db.delete(notificationMails).where(lt(notificationMails.createdAt, sql`now() - ${mailRetention}`));
}

export const notifications: Feature = {
  name: 'notifications',
  registerRoutes(server, context) {
    notificationRoutes(server, context);
    const stopBadgeUpdates = unreadBadge.start(context);
    server.addHook('onClose', async () => stopBadgeUpdates());
  },
  // After the others: writes its rows while their locks are held.
  lockOrder: 60,
  subscribers,
  tasks: (context) => [notificationMailer(context), notificationPusher(context)],
  mails: [notificationMail],
  jobs: (context) => [
    // Its schedule covers notifications that become due by time, and queue rows that a crash left.
    { name: processQueueJob, cron: '* * * * *', run: () => processQueue(context) },
    { name: 'old-notifications', cron: '27 3 * * *', run: () => deleteOld(context.db) },
  ],
  personalData,
  departures: [removeDepartedActor],
};
