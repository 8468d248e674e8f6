import { and, eq, sql } from 'drizzle-orm';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { liveCount } from '../../platform/realtime/live-counts.ts';
import { isOtherSide, otherSide } from './messages.queries.ts';
import { conversationMembers, unreadRevisions } from './messages.tables.ts';
import { isOpenConversation } from './requests.ts';

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

/** The live count of unread conversations. */
export const unreadBadge = liveCount({
  name: 'messages.unread',
  revisions: unreadRevisions,
  count: (db, memberIds) => unreadConversations(db).execute({ memberIds }),
  toFrame: (unread) => ({ type: 'unread', ...unread }),
});

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
  unreadBadge.notify(work, [blockerId]);
}

/** Updates the request lists and badges of all receivers of a member's requests. */
export async function notifyRequestReceivers(work: UnitOfWork, { memberId }: { memberId: string }): Promise<void> {
  const receivers = await work.tx
    .select({ id: otherSide.memberId })
    .from(conversationMembers)
    .innerJoin(otherSide, isOtherSide)
    .where(and(eq(conversationMembers.memberId, memberId), eq(otherSide.state, 'request')));
  publishRequestChange(
    work,
    memberId,
    receivers.map(({ id }) => id),
  );
}

/** Updates the request lists and badges of the receivers of a member's requests. */
export function publishRequestChange(work: UnitOfWork, senderId: string, memberIds: string[]): void {
  if (memberIds.length === 0) return;
  work.publish({ audience: { memberIds }, frame: { type: 'request.changed', userId: senderId } });
  unreadBadge.notify(work, memberIds);
}
