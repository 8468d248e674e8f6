import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { blocks, mutes } from '../../community/members/blocks.tables.ts';
import { isActive } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { liveCount } from '../../platform/realtime/live-counts.ts';
import { posts } from '../feed/posts.tables.ts';
import { notificationActors, notificationRevisions, notifications } from './notifications.tables.ts';

/**
 * True when an event in the given table alias is about a post whose author and the recipient do not see each other.
 * Such a notification would reveal that the post exists. Only replies are about another member's subject, and of the
 * subjects with replies only posts have an author.
 */
export const isAboutHidden = (event: SQL): SQL => sql`(${event}.kind = 'replied' AND EXISTS (
    SELECT FROM ${posts} AS subjects
    JOIN ${blocks} ON blocks.member_id = ${event}.member_id AND blocks.other_id = subjects.author_id
    WHERE subjects.id = ${event}.subject_id
  ))`;

const requestSenders = alias(users, 'request_senders');

/** False for connection requests from suspended members and members on a break, which cannot be answered. */
const canBeAnswered = sql`(notifications.kind <> 'connection_requested' OR (
    SELECT true FROM ${notificationActors} AS asked JOIN ${users} AS ${sql.identifier('request_senders')} ON ${requestSenders.id} = asked.actor_id
    WHERE asked.notification_id = notifications.id AND ${isActive(requestSenders)} LIMIT 1
  ) IS NOT NULL)`;

/**
 * True for the notifications in a member's list. A block, a mute, a suspension or a break hides some of them for as
 * long as it lasts.
 */
export const isListed = sql`notifications.is_shown AND ${canBeAnswered} AND NOT ${isAboutHidden(sql`notifications`)} AND (notifications.actors_count = 0 OR EXISTS (
    SELECT FROM ${notificationActors} AS actors WHERE actors.notification_id = notifications.id
      AND NOT EXISTS (SELECT FROM ${blocks} WHERE blocks.member_id = notifications.member_id AND blocks.other_id = actors.actor_id)
      AND NOT EXISTS (SELECT FROM ${mutes} WHERE mutes.member_id = notifications.member_id AND mutes.other_id = actors.actor_id)
  ))`;

/** The badge shows at most "99+", so the query stops at 100 rows. */
const maxCounted = 100;

const countUnread = namedStatement(
  'unread_notifications',
  sql`SELECT members.id AS "memberId", (
      SELECT count(*)::int FROM (
        SELECT FROM ${notifications}
        WHERE notifications.member_id = members.id AND notifications.read_at IS NULL AND ${isListed}
        LIMIT ${sql.raw(String(maxCounted))}
      ) AS unread
    ) AS count
    FROM unnest(${sql.placeholder('memberIds')}::uuid[]) AS members (id)`,
  { values: { memberIds: 'uuid[]' }, columns: { memberId: 'uuid', count: 'integer' } },
);

/** The live count of unread notifications. */
export const unreadBadge = liveCount({
  name: 'notifications.unread',
  revisions: notificationRevisions,
  count: (db, memberIds) => countUnread(db, { memberIds }),
  toFrame: (unread) => ({ type: 'notification', ...unread }),
});

/** Recounts the badges of all receivers of a member's requests to connect. */
export async function notifyRequestReceivers(work: UnitOfWork, memberId: string): Promise<void> {
  const isUnreadRequest = and(eq(notifications.kind, 'connection_requested'), isNull(notifications.readAt));
  const receivers = await work.tx
    .selectDistinct({ id: notifications.memberId })
    .from(notificationActors)
    .innerJoin(notifications, eq(notifications.id, notificationActors.notificationId))
    .where(and(eq(notificationActors.actorId, memberId), isUnreadRequest));
  unreadBadge.notify(
    work,
    receivers.map(({ id }) => id),
  );
}
