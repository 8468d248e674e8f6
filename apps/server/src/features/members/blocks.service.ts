import type { MemberSummary } from '@commons/contract/members';
import { type HidingChange, profileErrors } from '@commons/contract/profiles';
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
 * Blocks a member: from now on neither sees the other. Repeating it changes nothing. A member who blocked the blocker is
 * as unknown to them as one who does not exist, and still can be blocked.
 */
export async function blockMember(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await assertAnotherMember(work.tx, blockerId, blockedId);
  await lockPair(work.tx, blockerId, blockedId);
  const values = [
    { memberId: blockerId, otherId: blockedId, isByMember: true, isByOther: false },
    { memberId: blockedId, otherId: blockerId, isByMember: false, isByOther: true },
  ];
  const made = await work.tx.insert(blocks).values(values).onConflictDoNothing().returning();
  if (made.length === 0) await setBlock(work.tx, blockerId, blockedId, true);
  work.publish({ hiddenMembersChangedFor: [blockerId, blockedId] });
  tellOwnTabs(work, blockerId, blockedId, 'blocked');
  await work.emit(memberBlocked, { blockerId, blockedId });
}

/** Takes a block back; if the other blocked too, they still do not see each other. */
export async function unblockMember(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await lockPair(work.tx, blockerId, blockedId);
  const [block] = await work.tx.select().from(blocks).where(isRow(blockerId, blockedId));
  if (!block?.isByMember) return;
  if (block.isByOther) await setBlock(work.tx, blockerId, blockedId, false);
  else await work.tx.delete(blocks).where(or(isRow(blockerId, blockedId), isRow(blockedId, blockerId)));
  work.publish({ hiddenMembersChangedFor: [blockerId, blockedId] });
  tellOwnTabs(work, blockerId, blockedId, 'unblocked');
}

/** Leaves a member out of the viewer's feed; whom the viewer cannot see is as unknown here as anywhere. */
export async function muteMember(work: UnitOfWork, viewer: Viewer, otherId: string): Promise<void> {
  const other = await findVisibleMember(work.tx, viewer, otherId);
  if (!other || other.id === viewer.id) throw memberError('members.not_found');
  await work.tx.insert(mutes).values({ memberId: viewer.id, otherId }).onConflictDoNothing();
  work.publish({ hiddenMembersChangedFor: [viewer.id] });
  tellOwnTabs(work, viewer.id, otherId, 'muted');
}

export async function unmuteMember(work: UnitOfWork, memberId: string, otherId: string): Promise<void> {
  await work.tx.delete(mutes).where(and(eq(mutes.memberId, memberId), eq(mutes.otherId, otherId)));
  work.publish({ hiddenMembersChangedFor: [memberId] });
  tellOwnTabs(work, memberId, otherId, 'unmuted');
}

/** Whom the member blocked, the latest first. */
export async function listBlocked(db: Database, memberId: string): Promise<MemberSummary[]> {
  const rows = await db
    .select(memberColumns)
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.otherId))
    .where(and(eq(blocks.memberId, memberId), eq(blocks.isByMember, true)))
    .orderBy(desc(blocks.createdAt));
  return rows.map(toMemberSummary);
}

/** Whom the viewer muted and still can see, the latest first. */
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

/** What one tab does about a member the others show too; the other member is not told. */
function tellOwnTabs(work: UnitOfWork, memberId: string, userId: string, change: HidingChange): void {
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'hidden.changed', userId, change } });
}

const isRow = (memberId: string, otherId: string) => and(eq(blocks.memberId, memberId), eq(blocks.otherId, otherId));

async function setBlock(tx: Transaction, blockerId: string, blockedId: string, isBlocked: boolean): Promise<void> {
  // Its time is that of the block that the row tells of. One that stayed from the other's would tell the blocker of that.
  const values = isBlocked ? { isByMember: true, createdAt: sql`now()` } : { isByMember: false };
  const isAnother = eq(blocks.isByMember, !isBlocked);
  await tx
    .update(blocks)
    .set(values)
    .where(and(isRow(blockerId, blockedId), isAnother));
  await tx.update(blocks).set({ isByOther: isBlocked }).where(isRow(blockedId, blockerId));
}
