import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { blocks } from '../../community/members/blocks.tables.ts';
import { isAvailable } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { onlineMembers } from '../presence/presence.tables.ts';
import { isOtherSide, otherSide } from './messages.queries.ts';
import { conversationMembers } from './messages.tables.ts';

/** Maximum number of conversation partners notified of a presence change, latest conversations first. */
const maxNotifiedPartners = 200;

const isBlocked = sql`EXISTS (SELECT FROM ${blocks} WHERE ${blocks.memberId} = ${conversationMembers.memberId} AND ${blocks.otherId} = ${conversationMembers.otherId})`;

const members = alias(users, 'members');

const isShown = and(eq(members.showsPresence, true), isAvailable(members));
const isOnline = sql`EXISTS (SELECT FROM ${onlineMembers} WHERE ${onlineMembers.memberId} = ${conversationMembers.memberId})`;

/** Lists the partners to notify of a member's presence, latest conversations first. */
async function listPartners(db: Queryable, memberId: string, condition: SQL | undefined): Promise<string[]> {
  const rows = await selectPartners(db, memberId, and(sql`NOT ${isBlocked}`, condition))
    .orderBy(sql`${conversationMembers.shownAt} DESC`)
    .limit(maxNotifiedPartners);
  return rows.map(({ id }) => id);
}

/** Selects partners who show their presence and share a conversation with the member that both accepted. */
const selectPartners = (db: Queryable, memberId: string, condition: SQL | undefined) =>
  db
    .select({ id: conversationMembers.otherId })
    .from(conversationMembers)
    .innerJoin(members, eq(members.id, conversationMembers.memberId))
    .innerJoin(users, and(eq(users.id, conversationMembers.otherId), eq(users.showsPresence, true), isAvailable(users)))
    .innerJoin(otherSide, and(isOtherSide, eq(otherSide.state, 'accepted')))
    .where(and(eq(conversationMembers.memberId, memberId), eq(conversationMembers.state, 'accepted'), condition));

function publishPresence(work: UnitOfWork, userId: string, memberIds: string[], isConnected: boolean) {
  const frame = { type: 'presence', userId, isOnline: isConnected } as const;
  if (memberIds.length > 0) work.publish({ audience: { memberIds }, frame });
}

/** Notifies a member's partners after their first tab opened or their last one closed. */
export async function notifyOfPresence(
  work: UnitOfWork,
  presence: { memberId: string; isOnline: boolean },
): Promise<void> {
  const { memberId } = presence;
  publishPresence(work, memberId, await listPartners(work.tx, memberId, isShown), presence.isOnline);
}

/** Notifies partners after an online member changed their presence setting, which is already stored. */
export async function changePresence(work: UnitOfWork, memberId: string, isNowShown: boolean): Promise<void> {
  publishPresence(work, memberId, await listPartners(work.tx, memberId, isOnline), isNowShown);
}

/** Shows a departing member as offline to their partners. After the account is deleted, the partners are unknown. */
export async function endPresence(work: UnitOfWork, { memberId }: { memberId: string }): Promise<void> {
  publishPresence(work, memberId, await listPartners(work.tx, memberId, and(isShown, isOnline)), false);
}

/**
 * Shows the blocker as offline, but only if the blocked member saw them online. Otherwise the frame reveals the block.
 */
export async function hidePresence(
  work: UnitOfWork,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  const isBlockedMember = eq(conversationMembers.otherId, blockedId);
  const visiblePartners = await selectPartners(work.tx, blockerId, and(isBlockedMember, isShown, isOnline)).limit(1);
  publishPresence(
    work,
    blockerId,
    visiblePartners.map(({ id }) => id),
    false,
  );
}
