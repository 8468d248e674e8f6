import { sql } from 'drizzle-orm';
import {
  notificationQueue,
  notifications,
} from '../../../apps/server/src/features/notifications/notifications.tables.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';

/** So long ago the member of the demo looked at her notifications. */
const readBefore = sql`now() - interval '8 days'`;

/**
 * What the member of the demo was told: what happened to what she shared, and who would like to connect, told by the product
 * itself. What came in the last week waits to be read. Nobody of the demo gets mails.
 */
export async function fillNotifications(db: Database, memberId: string, tell: () => Promise<unknown>): Promise<void> {
  const happened = sql`(
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
  for (const isOfThen of [sql`at < ${readBefore}`, sql`at >= ${readBefore}`]) {
    await db.execute(sql`UPDATE ${notifications} SET read_at = at + interval '2 hours'`);
    await db.execute(sql`
      INSERT INTO ${notificationQueue} (kind, member_id, actor_id, subject_type, subject_id, occasion_id, detail, created_at)
      SELECT kind, ${memberId}::uuid, actor_id, subject_type, subject_id, occasion_id, detail, at FROM ${happened} AS happened
      WHERE ${isOfThen} AND (actor_id <> ${memberId}) ORDER BY at`);
    await tell();
  }
  await db.execute(sql`UPDATE ${notifications} SET push_due_at = NULL, mail_due_at = NULL`);
}
