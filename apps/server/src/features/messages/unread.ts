import type { UnreadCount } from '@commons/contract/messages';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { conversationMembers, unreadRevisions } from './messages.tables.ts';
import { isOpenConversation } from './requests.ts';
import { tellUnread, unreadBadge } from './unread-badge.ts';

const nextRevision = preparedOnce((db) =>
  db
    .select({ revision: sql`nextval(${unreadRevisions.seqName}::regclass)`.mapWith(Number) })
    .from(sql`(VALUES (1)) AS one`)
    .prepare('next_unread_revision'),
);

const unreadConversations = preparedOnce((db) =>
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
 * In how many conversations of each member something waits to be read. The revision is drawn before the count, by a
 * statement of its own: every change that was committed before the draw is in the count, so that of two counts, in
 * whatever order they arrive, the one with the higher revision misses nothing that the other has.
 */
async function countAll(db: Database, memberIds: string[]): Promise<Map<string, UnreadCount>> {
  const { revision } = onlyRow(await nextRevision(db).execute());
  const rows = await unreadConversations(db).execute({ memberIds });
  const counts = new Map(rows.map(({ memberId, count }) => [memberId, count]));
  return new Map(memberIds.map((memberId) => [memberId, { count: counts.get(memberId) ?? 0, revision }]));
}

/** The number of conversations in which something waits to be read. */
export async function countUnread(db: Database, memberId: string): Promise<UnreadCount> {
  return onlyRow([...(await countAll(db, [memberId])).values()]);
}

/** What waits from somebody whom the member blocked is not counted any more, and done with: what comes later is told anew. */
export async function forgetUnread(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await work.tx
    .update(conversationMembers)
    .set({ unreadCount: 0, readAt: sql`now()` })
    .where(and(eq(conversationMembers.memberId, blockerId), eq(conversationMembers.otherId, blockedId)));
  tellUnread(work, [blockerId]);
}

/** Keeps the badges in the tabs on this process in step. Returns the function that stops it. */
export const openUnreadBadges = (kit: Pick<Kit, 'db' | 'bus' | 'sockets' | 'log'>): (() => void) =>
  unreadBadge.open(
    kit,
    (memberIds) => countAll(kit.db, memberIds),
    (unread) => ({ type: 'unread', ...unread }),
  );
