import { notificationLimits } from '@commons/contract/notifications';
import { lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { forgetOldAlerts } from './alerts.ts';
import { notificationMailer } from './mails.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { personalData } from './notifications.tables.ts';
import { notificationMails, notifications as told } from './notifications.tables.ts';
import { notificationPusher } from './pushes.ts';
import { subscribers, tellTask } from './queue.ts';
import { takeOutOfLists } from './taking-back.ts';
import { tellAll } from './tell.ts';
import { openBadges } from './unread-count.ts';

/** So long a mail is remembered: longer than any task of it is tried. */
const mailsKept = sql`interval '7 days'`;

const days = (count: number) => sql`make_interval(days => ${count})`;

/** What was read long ago, and what nobody came to read. */
async function forgetOld(db: Database): Promise<void> {
  const { keptDaysRead, keptDaysUnread } = notificationLimits;
  await db
    .delete(told)
    .where(
      or(
        sql`${told.at} < now() - ${days(keptDaysUnread)}`,
        sql`${told.at} < now() - ${days(keptDaysRead)} AND ${told.readAt} < now() - ${days(keptDaysRead)}`,
      ),
    );
  await forgetOldAlerts(db);
  await db.delete(notificationMails).where(lt(notificationMails.createdAt, sql`now() - ${mailsKept}`));
}

export const notifications: Feature = {
  name: 'notifications',
  open(server, kit) {
    notificationRoutes(server, kit);
    const closeBadges = openBadges(kit);
    server.addHook('onClose', async () => closeBadges());
  },
  subscribers,
  // A second is what somebody who looks at the bell waits at most.
  tasks: (kit) => [
    task(tellTask, () => tellAll(kit), { pollSeconds: 0.5 }),
    notificationMailer(kit),
    notificationPusher(kit),
  ],
  jobs: (kit) => [
    // What is due by the clock, and what a process left behind that died before it asked for it to be told.
    { name: 'notifications-due', cron: '* * * * *', run: () => tellAll(kit) },
    { name: 'old-notifications', cron: '27 3 * * *', run: () => forgetOld(kit.db) },
  ],
  personalData,
  departures: [takeOutOfLists],
};
