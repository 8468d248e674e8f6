import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FeatureContext } from '../../community/feature.ts';
import { blocks, mutes } from '../../community/members/blocks.tables.ts';
import { isActive } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { type LiveCount, liveCount } from '../../platform/realtime/live-counts.ts';
import { posts } from '../feed/posts.tables.ts';
import { notificationActors, notificationRevisions, notifications } from './notifications.tables.ts';

const badge = liveCount('notifications.unread');

/** Recounts the badge in every tab of the members after the transaction commits. */
export const publishUnreadCount = (work: UnitOfWork, memberIds: string[]): void => badge.notify(work, memberIds);

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

const findRequestReceivers = namedStatement(
  'members_asked_to_connect',
  sql`SELECT DISTINCT notifications.member_id AS "memberId" FROM ${notificationActors} AS asked
    JOIN ${notifications} ON notifications.id = asked.notification_id
    WHERE asked.actor_id = ${sql.placeholder('memberId')} AND notifications.kind = 'connection_requested'
      AND notifications.read_at IS NULL`,
  { values: { memberId: 'uuid' }, columns: { memberId: 'uuid' } },
);

/** Recounts the badges of all receivers of a member's requests to connect. */
export async function publishUnreadCountOfReceivers(work: UnitOfWork, memberId: string): Promise<void> {
  const receivers = await findRequestReceivers(work.tx, { memberId });
  if (receivers.length > 0)
    publishUnreadCount(
      work,
      receivers.map((row) => row.memberId),
    );
}

const nextRevision = namedStatement(
  'next_notification_revision',
  sql`SELECT nextval(${sql.raw(`'${notificationRevisions.seqName}'`)}::regclass)::int AS revision`,
  { columns: { revision: 'integer' } },
);

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

/**
 * Counts the unread notifications of each member. Draws the revision in a separate statement before counting, so that
 * the count includes everything committed before the draw.
 */
async function countAll(db: Queryable, memberIds: string[]): Promise<Map<string, LiveCount>> {
  const { revision } = onlyRow(await nextRevision(db, {}));
  const rows = await countUnread(db, { memberIds });
  return new Map(rows.map(({ memberId, count }) => [memberId, { count, revision }]));
}

/** Counts the unread notifications of one member. */
export async function getUnreadCount(db: Database, memberId: string): Promise<LiveCount> {
  return onlyRow([...(await countAll(db, [memberId])).values()]);
}

/** Updates the badges in the tabs connected to this process. Returns a function that stops the updates. */
export const startBadgeUpdates = (context: Pick<FeatureContext, 'db' | 'bus' | 'sockets' | 'log'>): (() => void) =>
  badge.start(
    context,
    (memberIds) => countAll(context.db, memberIds),
    (unread) => ({ type: 'notification', ...unread }),
  );
