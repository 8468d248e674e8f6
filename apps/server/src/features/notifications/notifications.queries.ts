import type { NotificationKind } from '@commons/contract/notifications';
import { notificationLimits } from '@commons/contract/notifications';
import type { Notification } from '@commons/contract/notifications/schemas';
import { sql } from 'drizzle-orm';
import { blocks, mutes } from '../../community/members/blocks.tables.ts';
import { toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { isoText } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isOpenConversation } from '../messages/index.ts';
import { conversationMembers } from '../messages/messages.tables.ts';
import { recommendations } from '../recommendations/recommendations.tables.ts';
import { notificationActors, notifications } from './notifications.tables.ts';
import { isAboutHidden, isListed, publishUnreadCount } from './unread-count.ts';

export type NotificationKey = { at: Date; id: string };

type ActorRow = Parameters<typeof toMemberSummary>[0];
type Row = {
  id: string;
  kind: NotificationKind;
  subjectType: string;
  subjectId: string;
  shelf: Notification['subject']['shelf'];
  title: string | null;
  at: string;
  isRead: boolean;
  actorsCount: number;
  actors: ActorRow[];
};
const rowTypes = columnsOf<Row>({
  id: 'uuid',
  kind: 'text',
  subjectType: 'text',
  subjectId: 'uuid',
  title: 'text',
  shelf: 'text',
  at: 'text',
  isRead: 'boolean',
  actorsCount: 'integer',
  actors: 'json',
});

const isHidden = sql`(EXISTS (SELECT FROM ${blocks} WHERE blocks.member_id = notifications.member_id AND blocks.other_id = done.actor_id)
  OR EXISTS (SELECT FROM ${mutes} WHERE mutes.member_id = notifications.member_id AND mutes.other_id = done.actor_id))`;

/** The latest distinct actors of a notification. Reads only the latest 50 rows, because there can be thousands. */
const listedActors = sql`(
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

const columns = sql`notifications.id, notifications.kind, notifications.subject_type AS "subjectType",
  notifications.subject_id AS "subjectId", notifications.title, CASE notifications.subject_type WHEN 'recommendation' THEN (
    SELECT type FROM ${recommendations} WHERE recommendations.id = notifications.subject_id
  ) END AS shelf, ${isoText(sql`notifications.at`)} AS at,
  notifications.read_at IS NOT NULL AS "isRead",
  (notifications.actors_count - ${hiddenActors})::int AS "actorsCount", ${listedActors} AS actors`;

// The number of rows is part of the statement (decision 0003).
const pages = [21, 51, 101].map((rows) => ({
  rows,
  read: namedStatement(
    `notifications_${rows}`,
    sql`SELECT ${columns} FROM ${notifications}
      WHERE notifications.member_id = ${sql.placeholder('memberId')}
        AND (notifications.at, notifications.id) < (${sql.placeholder('beforeAt')}::timestamptz, ${sql.placeholder('beforeId')}::uuid)
        AND ${isListed}
      ORDER BY notifications.at DESC, notifications.id DESC LIMIT ${sql.raw(String(rows))}`,
    {
      values: { memberId: 'uuid', beforeAt: 'timestamp with time zone', beforeId: 'uuid' },
      columns: rowTypes,
    },
  ),
}));

const afterEveryKey = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists a member's notifications, latest first, starting after the key `before`. */
export async function listNotifications(
  db: Database,
  memberId: string,
  { before, rowCount }: { before: NotificationKey | undefined; rowCount: number },
): Promise<Row[]> {
  const page = pages.find(({ rows }) => rows >= rowCount);
  if (!page) throw new RangeError(`no prepared page query returns ${rowCount} rows`);
  const beforeAt = before?.at.toISOString() ?? afterEveryKey.at;
  const rows = await page.read(db, { memberId, beforeAt, beforeId: before?.id ?? afterEveryKey.id });
  return rows.slice(0, rowCount);
}

const unreadByIds = namedStatement(
  'unread_notifications_of_a_way',
  sql`SELECT ${columns} FROM ${notifications}
    WHERE notifications.id = ANY(${sql.placeholder('ids')}::uuid[])
      AND (notifications.read_at IS NULL OR NOT notifications.is_shown)
      AND NOT ${isAboutHidden(sql`notifications`)}
      AND (notifications.actors_count = 0 OR notifications.actors_count > ${hiddenActors})
      AND (notifications.kind <> 'message' OR EXISTS (SELECT FROM ${conversationMembers} AS waiting
        WHERE waiting.member_id = notifications.member_id AND waiting.other_id = notifications.subject_id
          AND waiting.unread_count > 0 AND ${isOpenConversation(sql`waiting`)}))
    ORDER BY notifications.at DESC`,
  {
    values: { ids: 'uuid[]' },
    columns: rowTypes,
  },
);

/** Returns those of the notifications that are still unread and not by or about a member hidden from the recipient. */
export const findUnread = async (db: Queryable, ids: string[]): Promise<Notification[]> =>
  (await unreadByIds(db, { ids })).map(toNotification);

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

const markRead = namedStatement(
  'read_notifications',
  sql`UPDATE ${notifications} SET read_at = now(), push_due_at = NULL, mail_due_at = NULL
    WHERE member_id = ${sql.placeholder('memberId')} AND read_at IS NULL
      AND id = ANY(${sql.placeholder('ids')}::uuid[])
    RETURNING member_id AS "memberId"`,
  { values: { memberId: 'uuid', ids: 'uuid[]' }, columns: { memberId: 'uuid' } },
);

/** Leaves out notifications that are delivered by mail or push only: they are not in the list. */
const markAllRead = namedStatement(
  'read_all_notifications',
  sql`UPDATE ${notifications} SET read_at = now(), push_due_at = NULL, mail_due_at = NULL
    WHERE member_id = ${sql.placeholder('memberId')} AND read_at IS NULL AND is_shown
    RETURNING member_id AS "memberId"`,
  { values: { memberId: 'uuid' }, columns: { memberId: 'uuid' } },
);

/** Marks the given notifications of a member as read, or all of them. Ignores ids of other members. */
export async function readNotifications(work: UnitOfWork, memberId: string, ids: string[] | undefined): Promise<void> {
  const updatedRows = await (ids === undefined
    ? markAllRead(work.tx, { memberId })
    : markRead(work.tx, { memberId, ids }));
  if (updatedRows.length > 0) publishUnreadCount(work, [memberId]);
}
