import type { UnreadCount } from '@commons/contract/messages/schemas';
import { and, eq, sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { conversationMembers, unreadRevisions } from './messages.tables.ts';
import { isOpenConversation } from './requests.ts';
import { publishUnreadCount, unreadBadge } from './unread-badge.ts';

const nextRevision = prepareOnce((db) =>
  db
    .select({ revision: sql`nextval(${unreadRevisions.seqName}::regclass)`.mapWith(Number) })
    .from(sql`(VALUES (1)) AS one`)
    .prepare('next_unread_revision'),
);

const unreadConversations = prepareOnce((db) =>
  db
    .select({ memberId: conversationMembers.memberId, count: sql<number>`count(*)::int` })
    .from(conversationMembers)
    .where(
      sql`${conversationMembers.memberId} = ANY(${sql.placeholder('memberIds')}::uuid[]) AND ${conversationMembers.unreadCount} > 0 AND ${conversationMembers.state} <> 'declined' AND ${isOpenConversation(sql`${conversationMembers}`)}`,
    )
    .groupBy(conversationMembers.memberId)
    .prepare('unread_conversations'),
);

/**
 * Counts the unread conversations of each member. Draws the revision in a separate statement before counting, so the
 * count includes every change committed before the draw. If counts arrive out of order, the one with the highest
 * revision is the newest.
 */
async function countAll(db: Database, memberIds: string[]): Promise<Map<string, UnreadCount>> {
  const { revision } = onlyRow(await nextRevision(db).execute());
  const rows = await unreadConversations(db).execute({ memberIds });
  const counts = new Map(rows.map(({ memberId, count }) => [memberId, count]));
  return new Map(memberIds.map((memberId) => [memberId, { count: counts.get(memberId) ?? 0, revision }]));
}

/** Counts a member's unread conversations. */
export async function countUnread(db: Database, memberId: string): Promise<UnreadCount> {
  return onlyRow([...(await countAll(db, [memberId])).values()]);
}

/**
 * Resets the unread count of a conversation with a blocked member. The next message after an unblock notifies again.
 */
export async function resetUnread(
  work: UnitOfWork,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await work.tx
    .update(conversationMembers)
    .set({ unreadCount: 0, readAt: sql`now()` })
    .where(and(eq(conversationMembers.memberId, blockerId), eq(conversationMembers.otherId, blockedId)));
  publishUnreadCount(work, [blockerId]);
}

/** Updates the badges in the tabs connected to this process. Returns a function that stops the updates. */
export const startBadgeUpdates = (context: Pick<FeatureContext, 'db' | 'bus' | 'sockets' | 'log'>): (() => void) =>
  unreadBadge.start(
    context,
    (memberIds) => countAll(context.db, memberIds),
    (unread) => ({ type: 'unread', ...unread }),
  );
