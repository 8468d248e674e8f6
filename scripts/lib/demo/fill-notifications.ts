import { sql } from 'drizzle-orm';
import {
  notificationQueue,
  notifications,
} from '../../../apps/server/src/features/notifications/notifications.tables.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';

/** The demo member has read notifications from before this time. */
const readBefore = sql`now() - interval '8 days'`;

/**
 * Creates the demo member's notifications about reactions, comments and connection requests. It fills the queue and
 * runs the product's own job (`deliver`). Notifications of the last eight days stay unread. No mails are sent.
 */
export async function fillNotifications(
  db: Database,
  memberId: string,
  deliver: () => Promise<unknown>,
): Promise<void> {
  const activity = sql`(
    SELECT 'commented' AS kind, done.author_id AS actor_id, 'post' AS subject_type, posts.id AS subject_id,
      done.id AS occasion_id, 'comment' AS detail, done.created_at AS at
    FROM posts JOIN post_comments AS done ON done.post_id = posts.id WHERE posts.author_id = ${memberId}
    UNION ALL
    SELECT 'liked', done.member_id, 'post', posts.id, done.member_id, NULL, done.created_at
    FROM posts JOIN post_likes AS done ON done.post_id = posts.id WHERE posts.author_id = ${memberId}
    UNION ALL
    SELECT 'liked', done.member_id, 'win', wins.id, done.member_id, NULL, done.created_at
    FROM wellness_wins AS wins JOIN wellness_win_cheers AS done ON done.wellness_win_id = wins.id
    WHERE wins.author_id = ${memberId}
    UNION ALL
    SELECT 'connection_requested', other_id, 'member', member_id, gen_random_uuid(), NULL, since
    FROM connections WHERE member_id = ${memberId} AND state = 'incoming'
  )`;
  for (const isInPeriod of [sql`at < ${readBefore}`, sql`at >= ${readBefore}`]) {
    await db.execute(sql`UPDATE ${notifications} SET read_at = at + interval '2 hours'`);
    await db.execute(sql`
      INSERT INTO ${notificationQueue} (kind, member_id, actor_id, subject_type, subject_id, occasion_id, detail, created_at)
      SELECT kind, ${memberId}::uuid, actor_id, subject_type, subject_id, occasion_id, detail, at FROM ${activity} AS happened
      WHERE ${isInPeriod} AND (actor_id <> ${memberId}) ORDER BY at`);
    await deliver();
  }
  await db.execute(sql`UPDATE ${notifications} SET push_due_at = NULL, mail_due_at = NULL`);
}
