import { notificationLimits } from '@commons/contract/notifications';
import type { Notification } from '@commons/contract/notifications/schemas';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { blocks, mutes } from '../../community/members/blocks.tables.ts';
import { toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isoText, preparePages } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isOpenConversation } from '../messages/index.ts';
import { conversationMembers } from '../messages/messages.tables.ts';
import { recommendations } from '../recommendations/recommendations.tables.ts';
import { notificationActors, notifications } from './notifications.tables.ts';
import { isAboutHidden, isListed, unreadBadge } from './unread-count.ts';

export type NotificationKey = { at: Date; id: string };

type ActorRow = Parameters<typeof toMemberSummary>[0];

const isHidden = sql`(EXISTS (SELECT FROM ${blocks} WHERE blocks.member_id = notifications.member_id AND blocks.other_id = done.actor_id)
  OR EXISTS (SELECT FROM ${mutes} WHERE mutes.member_id = notifications.member_id AND mutes.other_id = done.actor_id))`;

/** The latest distinct actors of a notification. Reads only the latest 50 rows, because there can be thousands. */
const listedActors = sql<ActorRow[]>`(
    SELECT coalesce(json_agg(json_build_object('id', members.id, 'email', members.email, 'firstName', members.first_name,
      'lastName', members.last_name, 'profileImageUrl', members.profile_image_url, 'title', members.title) ORDER BY latest.at DESC), '[]')
    FROM (
      SELECT actor_id, max(at) AS at FROM (
        SELECT done.actor_id, done.at FROM ${notificationActors} AS done
        WHERE done.notification_id = notifications.id AND NOT ${isHidden}
        ORDER BY done.at DESC LIMIT 50
      ) AS recent
      GROUP BY actor_id ORDER BY max(at) DESC LIMIT ${sql.raw(String(notificationLimits.maxShownActors))}
    ) AS latest
    JOIN ${users} AS members ON members.id = latest.actor_id
  )`;

/** Counts hidden actors. Looks up each hidden member by key, because they are few and actors can be many. */
const hiddenActors = sql`(
    SELECT count(DISTINCT done.actor_id) FROM (
      SELECT other_id FROM ${blocks} WHERE blocks.member_id = notifications.member_id
      UNION SELECT other_id FROM ${mutes} WHERE mutes.member_id = notifications.member_id
    ) AS hidden
    JOIN ${notificationActors} AS done ON done.notification_id = notifications.id AND done.actor_id = hidden.other_id
  )`;

const selectNotifications = (db: Queryable) =>
  db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      subjectType: notifications.subjectType,
      subjectId: notifications.subjectId,
      title: notifications.title,
      shelf: sql<Notification['subject']['shelf']>`CASE notifications.subject_type WHEN 'recommendation' THEN (
        SELECT type FROM ${recommendations} WHERE recommendations.id = notifications.subject_id
      ) END`,
      at: isoText(notifications.at),
      isRead: sql<boolean>`${notifications.readAt} IS NOT NULL`,
      actorsCount: sql<number>`(notifications.actors_count - ${hiddenActors})::int`,
      actors: listedActors,
    })
    .from(notifications)
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectNotifications>>[number];

const afterEveryKey: NotificationKey = {
  at: new Date('9999-12-31T23:59:59Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const notificationPage = preparePages('notifications', (db, { limit, name }) =>
  selectNotifications(db)
    .where(
      and(
        eq(notifications.memberId, sql.placeholder('memberId')),
        sql`(${notifications.at}, ${notifications.id}) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
        isListed,
      ),
    )
    .orderBy(desc(notifications.at), desc(notifications.id))
    .limit(limit)
    .prepare(name),
);

/** Lists a member's notifications, latest first, starting after the key `before`. */
export const listNotifications = (
  db: Database,
  memberId: string,
  { before = afterEveryKey, rowCount }: { before: NotificationKey | undefined; rowCount: number },
): Promise<Row[]> => notificationPage(db, rowCount, { memberId, at: before.at.toISOString(), id: before.id });

const isUnread = sql`(notifications.read_at IS NULL OR NOT notifications.is_shown)
  AND NOT ${isAboutHidden(sql`notifications`)}
  AND (notifications.actors_count = 0 OR notifications.actors_count > ${hiddenActors})
  AND (notifications.kind <> 'message' OR EXISTS (SELECT FROM ${conversationMembers} AS waiting
    WHERE waiting.member_id = notifications.member_id AND waiting.other_id = notifications.subject_id
      AND waiting.unread_count > 0 AND ${isOpenConversation(sql`waiting`)}))`;

/** Returns those of the notifications that are still unread and not by or about a member hidden from the recipient. */
export async function findUnread(db: Queryable, ids: string[]): Promise<Notification[]> {
  const rows = await selectNotifications(db)
    .where(and(inArray(notifications.id, ids), isUnread))
    .orderBy(desc(notifications.at));
  return rows.map(toNotification);
}

export const keyOf = ({ at, id }: Pick<Row, 'at' | 'id'>): NotificationKey => ({ at: new Date(at), id });

/** Converts a row to the API's notification. */
export function toNotification({ subjectType, subjectId, shelf, actors, ...row }: Row): Notification {
  const { id, kind, title, at, isRead, actorsCount } = row;
  return {
    id,
    kind,
    title,
    at,
    isRead,
    actorsCount,
    subject: { type: subjectType, id: subjectId, shelf },
    actors: actors.map(toMemberSummary),
  };
}

/**
 * Marks the given notifications of a member as read, or all in the list. The list has no notifications that are
 * delivered by mail or push only. Ignores ids of other members.
 */
export async function readNotifications(work: UnitOfWork, memberId: string, ids: string[] | undefined): Promise<void> {
  const { rowCount } = await work.tx
    .update(notifications)
    .set({ readAt: sql`now()`, pushDueAt: null, mailDueAt: null })
    .where(
      and(
        eq(notifications.memberId, memberId),
        isNull(notifications.readAt),
        ids ? inArray(notifications.id, ids) : notifications.isShown,
      ),
    );
  if (rowCount) unreadBadge.notify(work, [memberId]);
}
