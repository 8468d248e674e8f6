import type { NotificationKind } from '@commons/contract/notifications';
import { asc, inArray, sql } from 'drizzle-orm';
import { type ContributionKind, contributionKindsOf, type FeatureContext } from '../../community/feature.ts';
import { blocks, mutes } from '../../community/members/blocks.tables.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isOpenConversation } from '../messages/index.ts';
import { conversationMembers } from '../messages/messages.tables.ts';
import { onlineMembers } from '../presence/presence.tables.ts';
import type { NotificationEvent } from './alerts.ts';
import { dispatchDue } from './due.ts';
import { notificationActors, notificationQueue, notifications } from './notifications.tables.ts';
import { storeNotifications } from './store-notifications.ts';
import { isAboutHidden, unreadBadge } from './unread-count.ts';
import {
  type LeftEvent,
  lockNotifications,
  removeNotificationsAbout,
  type WithdrawnActor,
  withdrawActors,
  withdrawEvents,
} from './withdrawals.ts';

type QueueRow = typeof notificationQueue.$inferSelect;

/**
 * Rows per transaction. Keeps it well under a second, because others wait for the lock. A comment can notify six
 * members.
 */
const batchSize = 100;

/** Processes the queue in batches, each in its own transaction. Returns the number of rows processed. */
export async function processQueue({
  transact,
  features,
}: Pick<FeatureContext, 'transact' | 'features'>): Promise<number> {
  const kinds = contributionKindsOf(features);
  let total = 0;
  for (;;) {
    const { count, hasMore } = await transact(async (work) => {
      await lockNotifications(work.tx);
      const rows = await dequeue(work.tx);
      if (rows.length > 0) await processRows(work, kinds, rows);
      const hasMoreDue = await dispatchDue(work);
      return { count: rows.length, hasMore: hasMoreDue || rows.length === batchSize };
    });
    total += count;
    if (!hasMore) return total;
  }
}

async function dequeue(tx: Transaction): Promise<QueueRow[]> {
  const oldestIds = tx
    .select({ id: notificationQueue.id })
    .from(notificationQueue)
    .orderBy(asc(notificationQueue.id))
    .limit(batchSize);
  const rows = await tx.delete(notificationQueue).where(inArray(notificationQueue.id, oldestIds)).returning();
  return rows.toSorted((event, other) => event.id - other.id);
}

async function processRows(work: UnitOfWork, kinds: readonly ContributionKind[], rows: QueueRow[]): Promise<void> {
  const { tx } = work;
  const { events, withdrawnActors, leftEvents, deletedIds } = computeNetEffect(
    rows,
    await findThreads(tx, kinds, rows),
  );
  const changed = new Set([
    ...(await removeNotificationsAbout(tx, deletedIds)),
    ...(await withdrawActors(tx, withdrawnActors)),
    ...(await withdrawEvents(tx, leftEvents)),
    ...(await storeNotifications(tx, await filterDeliverable(tx, events))),
  ]);
  unreadBadge.notify(work, [...changed]);
}

/** Returns the members of each comment's thread, by comment id. Hidden or deleted comments have no entry. */
async function findThreads(
  tx: Transaction,
  kinds: readonly ContributionKind[],
  rows: QueueRow[],
): Promise<Map<string, string[]>> {
  const threads = new Map<string, string[]>();
  const comments = rows.filter(({ kind }) => kind === 'commented');
  for (const [kind, commentsOfKind] of Map.groupBy(comments, ({ detail }) => detail ?? '')) {
    const find = kinds.find(({ name }) => name === kind)?.thread ?? 'none';
    const ids = commentsOfKind.flatMap(({ occasionId }) => occasionId ?? []);
    const matches = find === 'none' ? [] : await find(tx, ids);
    for (const { id, memberIds } of matches) threads.set(id, memberIds);
  }
  return threads;
}

const keyOf = ({ memberId, kind, subjectId, actorId, occasionId }: NotificationEvent): string =>
  [memberId, kind, subjectId, actorId, occasionId].join(' ');

/** Computes the net effect of a batch: a later row can undo an earlier one. */
function computeNetEffect(rows: QueueRow[], threads: Map<string, string[]>) {
  const events = new Map<string, NotificationEvent>();
  const withdrawnActors: WithdrawnActor[] = [];
  const leftEvents: LeftEvent[] = [];
  const deletedIds: string[] = [];
  const add = (row: QueueRow, kind: NotificationKind, memberId: string) => {
    const { subjectType, subjectId, actorId, occasionId, createdAt: at } = row;
    const title = kind.startsWith('event_') ? row.detail : null;
    const event: NotificationEvent = { memberId, kind, subjectType, subjectId, actorId, occasionId, title, at };
    events.set(keyOf(event), event);
  };
  const cancel = (isCancelled: (event: NotificationEvent) => boolean) => {
    for (const [key, event] of events) if (isCancelled(event)) events.delete(key);
  };
  const withdraw = (actor: WithdrawnActor) => {
    withdrawnActors.push(actor);
    const { memberId, kind, subjectId, actorId } = actor;
    cancel(
      (event) =>
        event.memberId === memberId &&
        event.kind === kind &&
        event.subjectId === subjectId &&
        event.actorId === actorId,
    );
  };
  for (const row of rows) {
    const { kind, memberId, actorId, subjectId, occasionId } = row;
    if (kind === 'gone') {
      deletedIds.push(subjectId);
      cancel((event) => event.subjectId === subjectId || event.occasionId === subjectId);
    } else if (kind === 'commented') {
      const thread = threads.get(occasionId ?? '');
      if (!thread) continue;
      if (memberId !== null) add(row, kind, memberId);
      for (const other of thread) if (other !== actorId && other !== memberId) add(row, 'replied', other);
    } else if (memberId === null) continue;
    else if (kind === 'unliked') {
      if (actorId !== null) withdraw({ memberId, kind: 'liked', subjectId, actorId });
    } else if (kind === 'unrequested' || kind === 'unconnected') {
      if (actorId === null) continue;
      // Neither member needs a notification about a request that was answered or withdrawn.
      withdraw({ memberId, kind: 'connection_requested', subjectId: memberId, actorId });
      withdraw({ memberId: actorId, kind: 'connection_requested', subjectId: actorId, actorId: memberId });
      if (kind === 'unconnected') {
        withdraw({ memberId, kind: 'connection_accepted', subjectId: memberId, actorId });
        withdraw({ memberId: actorId, kind: 'connection_accepted', subjectId: actorId, actorId: memberId });
      }
    } else if (kind === 'event_left') {
      leftEvents.push({ memberId, eventId: subjectId });
      cancel((event) => event.memberId === memberId && event.subjectId === subjectId);
    } else add(row, kind, memberId);
  }
  return { events: [...events.values()], withdrawnActors, leftEvents, deletedIds };
}

/**
 * Selects the events that may be delivered. Excludes events
 * - by or about members hidden from the recipient,
 * - whose recipient or actor has left,
 * - that the recipient has already read (unread ones are deduplicated by the key of their group),
 * - about messages while the recipient is online, or after the first one since they last read the conversation.
 */
const selectDeliverable = namedStatement(
  'wanted_notifications',
  sql`SELECT told.position::int AS position
    FROM unnest(${sql.placeholder('memberIds')}::uuid[], ${sql.placeholder('kinds')}::text[],
      ${sql.placeholder('subjectIds')}::uuid[], ${sql.placeholder('actorIds')}::uuid[],
      ${sql.placeholder('occasionIds')}::uuid[])
      WITH ORDINALITY AS told (member_id, kind, subject_id, actor_id, occasion_id, position)
    JOIN ${users} AS members ON members.id = told.member_id AND members.left_at IS NULL
    LEFT JOIN ${users} AS actors ON actors.id = told.actor_id
    WHERE (told.actor_id IS NULL OR (actors.id IS NOT NULL
        AND coalesce(actors.suspended_until, now()) <= now() AND coalesce(actors.break_until, now()) <= now()))
      AND NOT ${isAboutHidden(sql`told`)}
      AND NOT EXISTS (SELECT FROM ${blocks} WHERE blocks.member_id = told.member_id AND blocks.other_id = told.actor_id)
      AND NOT EXISTS (SELECT FROM ${mutes} WHERE mutes.member_id = told.member_id AND mutes.other_id = told.actor_id)
      AND (told.kind = 'message' OR NOT EXISTS (
        SELECT FROM (
          SELECT id FROM ${notifications} AS before
          WHERE before.member_id = told.member_id AND before.kind = told.kind AND before.subject_id = told.subject_id
            AND before.read_at IS NOT NULL
          OFFSET 0
        ) AS before
        JOIN ${notificationActors} AS done ON done.notification_id = before.id
          AND done.actor_id = told.actor_id AND done.occasion_id = told.occasion_id))
      AND (told.kind <> 'message' OR (
        EXISTS (SELECT FROM ${conversationMembers} AS waiting
          WHERE waiting.member_id = told.member_id AND waiting.other_id = told.actor_id
            AND waiting.unread_count > 0 AND ${isOpenConversation(sql`waiting`)}
            AND NOT EXISTS (SELECT FROM ${notifications} AS since
              WHERE since.member_id = told.member_id AND since.kind = told.kind AND since.subject_id = told.subject_id
                AND since.at > coalesce(waiting.read_at, '-infinity')))
        AND NOT EXISTS (SELECT FROM ${onlineMembers} AS online WHERE online.member_id = told.member_id)))`,
  {
    values: { memberIds: 'uuid[]', kinds: 'text[]', subjectIds: 'uuid[]', actorIds: 'uuid[]', occasionIds: 'uuid[]' },
    columns: { position: 'integer' },
  },
);

async function filterDeliverable(tx: Transaction, events: NotificationEvent[]): Promise<NotificationEvent[]> {
  if (events.length === 0) return [];
  const matches = await selectDeliverable(tx, {
    memberIds: events.map(({ memberId }) => memberId),
    kinds: events.map(({ kind }) => kind),
    subjectIds: events.map(({ subjectId }) => subjectId),
    actorIds: events.map(({ actorId }) => actorId),
    occasionIds: events.map(({ occasionId }) => occasionId),
  });
  const positions = new Set(matches.map(({ position }) => position));
  return events.filter((_event, index) => positions.has(index + 1));
}
