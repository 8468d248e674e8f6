import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';
import { blocks, mutes } from './blocks.tables.ts';

const viewerId = sql.placeholder('viewerId');

/**
 * Returns the parameters of the predicates below, for each execution of a statement that uses them. Visitors who are
 * not signed in see published content only.
 */
export const visibilityParameters = (viewer: Viewer | undefined) => ({
  viewerId: viewer?.id ?? null,
  viewerModerates: viewer !== undefined && isModerator(viewer),
});

/** The types of `visibilityParameters`, for hand-written statements. */
export const visibilityTypes = { viewerId: 'uuid | null', viewerModerates: 'boolean' } as const;

/** SQL condition: neither the viewer nor the member blocked the other. */
export const isMemberVisible = (memberId: SQLWrapper): SQL<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.memberId} = ${viewerId} AND ${blocks.otherId} = ${memberId})`;

/**
 * SQL condition: the viewer may see a member's content. Every list uses it. Blocks hide content. Content in review is
 * visible to its author and to moderators only, and removed content to nobody.
 */
export const isVisible = (content: Record<'authorId' | 'isAwaitingReview' | 'isRemoved', AnyColumn>): SQL<boolean> =>
  sql`NOT ${content.isRemoved} AND (NOT ${content.isAwaitingReview} OR ${content.authorId} = ${viewerId} OR ${sql.placeholder('viewerModerates')}) AND ${isMemberVisible(content.authorId)}`;

/** SQL condition: the viewer has not muted the member. For the feed and for suggestions. */
export const isNotMuted = (memberId: SQLWrapper): SQL<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM ${mutes} WHERE ${mutes.memberId} = ${viewerId} AND ${mutes.otherId} = ${memberId})`;

/**
 * SQL condition: the member has not left and is not on a break. For lists of members; their content may stay visible.
 */
export const isAvailable = ({ breakUntil, leftAt }: Record<'breakUntil' | 'leftAt', AnyColumn>): SQL<boolean> =>
  sql`(${leftAt} IS NULL AND (${breakUntil} IS NULL OR ${breakUntil} <= now()))`;

/** SQL condition: the member has not left, is not on a break and not suspended. */
export const isActive = (member: Record<'breakUntil' | 'leftAt' | 'suspendedUntil', AnyColumn>): SQL<boolean> =>
  sql`(coalesce(${member.suspendedUntil}, now()) <= now() AND ${isAvailable(member)})`;

/** SQL array of the members about whom a member receives no live frames. */
export const hiddenMemberIds = (memberId: AnyColumn): SQL<string[]> =>
  sql`ARRAY(SELECT ${blocks.otherId} FROM ${blocks} WHERE ${blocks.memberId} = ${memberId} ORDER BY 1)`;

/** SQL array of the members about whom a member receives no unsolicited live frames. */
export const mutedMemberIds = (memberId: AnyColumn): SQL<string[]> =>
  sql`ARRAY(SELECT ${mutes.otherId} FROM ${mutes} WHERE ${mutes.memberId} = ${memberId} ORDER BY 1)`;
