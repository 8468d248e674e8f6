import type { MemberSummary } from '@commons/contract/members/schemas';
import { profileErrors } from '@commons/contract/profiles';
import type { VisibilityChange } from '@commons/contract/profiles/schemas';
import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { blocks, mutes } from './blocks.tables.ts';
import { findVisibleMember, lockPair, memberColumns, toMemberSummary } from './members.queries.ts';
import { users } from './users.tables.ts';
import { isMemberVisible, visibilityParameters } from './visibility.ts';

const memberError = errorsOf(profileErrors);

export const memberBlocked = domainEvent<{ blockerId: string; blockedId: string }>('members.member_blocked');

/**
 * Blocks a member, so that the two no longer see each other. Idempotent. Also works if the other member has already
 * blocked the caller and is therefore invisible to them.
 * @throws AppError `members.not_found` for oneself and for unknown or former members.
 */
export async function blockMember(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await assertAnotherMember(work.tx, blockerId, blockedId);
  await lockPair(work.tx, blockerId, blockedId);
  const values = [
    { memberId: blockerId, otherId: blockedId, isByMember: true, isByOther: false },
    { memberId: blockedId, otherId: blockerId, isByMember: false, isByOther: true },
  ];
  const inserted = await work.tx.insert(blocks).values(values).onConflictDoNothing().returning();
  if (inserted.length === 0) await setBlock(work.tx, blockerId, blockedId, true);
  work.publish({ hiddenMembersChangedFor: [blockerId, blockedId] });
  notifyOwnTabs(work, blockerId, blockedId, 'blocked');
  await work.emit(memberBlocked, { blockerId, blockedId });
}

/** Unblocks a member. If the other member blocked too, the two still do not see each other. */
export async function unblockMember(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await lockPair(work.tx, blockerId, blockedId);
  const [block] = await work.tx.select().from(blocks).where(isRowOf(blockerId, blockedId));
  if (!block?.isByMember) return;
  if (block.isByOther) await setBlock(work.tx, blockerId, blockedId, false);
  else await work.tx.delete(blocks).where(or(isRowOf(blockerId, blockedId), isRowOf(blockedId, blockerId)));
  work.publish({ hiddenMembersChangedFor: [blockerId, blockedId] });
  notifyOwnTabs(work, blockerId, blockedId, 'unblocked');
}

/**
 * Hides a member's posts from the viewer's feed.
 * @throws AppError `members.not_found` for oneself and for members whom the viewer cannot see.
 */
export async function muteMember(work: UnitOfWork, viewer: Viewer, otherId: string): Promise<void> {
  const other = await findVisibleMember(work.tx, viewer, otherId);
  if (!other || other.id === viewer.id) throw memberError('members.not_found');
  await work.tx.insert(mutes).values({ memberId: viewer.id, otherId }).onConflictDoNothing();
  work.publish({ hiddenMembersChangedFor: [viewer.id] });
  notifyOwnTabs(work, viewer.id, otherId, 'muted');
}

export async function unmuteMember(work: UnitOfWork, memberId: string, otherId: string): Promise<void> {
  await work.tx.delete(mutes).where(and(eq(mutes.memberId, memberId), eq(mutes.otherId, otherId)));
  work.publish({ hiddenMembersChangedFor: [memberId] });
  notifyOwnTabs(work, memberId, otherId, 'unmuted');
}

/** Lists the members whom a member has blocked, latest first. */
export async function listBlocked(db: Database, memberId: string): Promise<MemberSummary[]> {
  const rows = await db
    .select(memberColumns)
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.otherId))
    .where(and(eq(blocks.memberId, memberId), eq(blocks.isByMember, true)))
    .orderBy(desc(blocks.createdAt));
  return rows.map(toMemberSummary);
}

/** Lists the members whom the viewer has muted and can see, latest first. */
export async function listMuted(db: Database, viewer: Viewer): Promise<MemberSummary[]> {
  const rows = await db
    .select(memberColumns)
    .from(mutes)
    .innerJoin(users, eq(users.id, mutes.otherId))
    .where(and(eq(mutes.memberId, viewer.id), isMemberVisible(users.id)))
    .orderBy(desc(mutes.createdAt))
    .prepare('muted_members')
    .execute(visibilityParameters(viewer));
  return rows.map(toMemberSummary);
}

async function assertAnotherMember(tx: Transaction, memberId: string, otherId: string): Promise<void> {
  const isOther = and(eq(users.id, otherId), ne(users.id, memberId), isNull(users.leftAt));
  const [other] = await tx.select({ id: users.id }).from(users).where(isOther);
  if (!other) throw memberError('members.not_found');
}

/** Publishes the change to all tabs of the member who made it. The other member is not notified. */
function notifyOwnTabs(work: UnitOfWork, memberId: string, userId: string, change: VisibilityChange): void {
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'hidden.changed', userId, change } });
}

const isRowOf = (memberId: string, otherId: string) => and(eq(blocks.memberId, memberId), eq(blocks.otherId, otherId));

async function setBlock(tx: Transaction, blockerId: string, blockedId: string, isBlocked: boolean): Promise<void> {
  // Sets the time of this member's own block. The time of the other member's block would reveal that block.
  const values = isBlocked ? { isByMember: true, createdAt: sql`now()` } : { isByMember: false };
  const isDifferent = eq(blocks.isByMember, !isBlocked);
  await tx
    .update(blocks)
    .set(values)
    .where(and(isRowOf(blockerId, blockedId), isDifferent));
  await tx.update(blocks).set({ isByOther: isBlocked }).where(isRowOf(blockedId, blockerId));
}
