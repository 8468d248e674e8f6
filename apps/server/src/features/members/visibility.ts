import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';
import { blocks, mutes } from './blocks.tables.ts';

const viewerId = sql.placeholder('viewerId');

/**
 * The placeholders of the predicates below, to be given with each execution of a statement that uses them. Whoever is not
 * signed in is nobody's author, blocked by nobody, and no moderator: they see what is published.
 */
export const visibilityParameters = (viewer: Viewer | undefined) => ({
  viewerId: viewer?.id ?? null,
  viewerModerates: viewer !== undefined && isModerator(viewer),
});

/** Whether the viewer and a member may see each other: neither blocked the other. */
export const isMemberVisible = (memberId: AnyColumn): SQL<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.memberId} = ${viewerId} AND ${blocks.otherId} = ${memberId})`;

/**
 * Whether something a member wrote may be shown to the viewer: the one predicate of every list. Blocks hide it; what
 * awaits review is for its author and for moderators, and what moderators took down for nobody.
 */
export const isVisible = (written: Record<'authorId' | 'isAwaitingReview' | 'isRemoved', AnyColumn>): SQL<boolean> =>
  sql`NOT ${written.isRemoved} AND (NOT ${written.isAwaitingReview} OR ${written.authorId} = ${viewerId} OR ${sql.placeholder('viewerModerates')}) AND ${isMemberVisible(written.authorId)}`;

/** Whether the viewer wants to read this member unasked: in the feed and among suggestions. */
export const isNotMuted = (memberId: AnyColumn): SQL<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM ${mutes} WHERE ${mutes.memberId} = ${viewerId} AND ${mutes.otherId} = ${memberId})`;

/** Whether a member is there to be found: nobody who left or is on a break is on a list of members. What they wrote may stay. */
export const isHere = ({ breakUntil, leftAt }: Record<'breakUntil' | 'leftAt', AnyColumn>): SQL<boolean> =>
  sql`(${leftAt} IS NULL AND (${breakUntil} IS NULL OR ${breakUntil} <= now()))`;

/** Whether a member is here and not suspended. */
export const isActive = (member: Record<'breakUntil' | 'leftAt' | 'suspendedUntil', AnyColumn>): SQL<boolean> =>
  sql`(coalesce(${member.suspendedUntil}, now()) <= now() AND ${isHere(member)})`;

/** The members of whom a member receives no live frames. */
export const hiddenMemberIds = (memberId: AnyColumn): SQL<string[]> =>
  sql`ARRAY(SELECT ${blocks.otherId} FROM ${blocks} WHERE ${blocks.memberId} = ${memberId} ORDER BY 1)`;

/** The members of whom a member receives none unasked. */
export const mutedMemberIds = (memberId: AnyColumn): SQL<string[]> =>
  sql`ARRAY(SELECT ${mutes.otherId} FROM ${mutes} WHERE ${mutes.memberId} = ${memberId} ORDER BY 1)`;
