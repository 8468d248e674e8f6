import { together } from './database/database.ts';
import { domainEvent } from './database/domain-events.ts';
import type { UnitOfWork } from './database/unit-of-work.ts';
import type { ContributionKind } from './feature.ts';
import type { Viewer } from './sessions/viewer.ts';

/** Something that a member wrote for the community: a post, a comment. */
export type Contribution = {
  kind: ContributionKind;
  id: string;
  authorId: string;
  /** What it was written about, and who wrote that (nobody, where it is the community's own); null when it stands by itself. */
  subject: { kind: string; id: string; authorId: string | null } | null;
};

/** A contribution is stored. Others may not see it yet: what is held for review is published later, or never. */
export const contributionCreated = domainEvent<Contribution>('contribution.created');

/** Others see a contribution from now on. It may be announced again, after a change had it held for review. */
export const contributionPublished = domainEvent<Contribution>('contribution.published');

/** A contribution waits for a moderator: others see it when it is published. */
export const contributionHeld = domainEvent<Contribution>('contribution.held');

/** Its author changed a contribution. */
export const contributionChanged = domainEvent<Contribution>('contribution.changed');

/** Contributions go, published or not: one, and with it what was written about it. */
export const contributionsRemoved = domainEvent<{ contributions: Contribution[] }>('contribution.removed');

/** What moderators took down is there again, with what was written about it. */
export const contributionsRestored = domainEvent<{ contributions: Contribution[] }>('contribution.restored');

/** A moderator deletes what somebody else wrote. It is taken down by whoever handles this, and may come back. */
export const removedByModerator = domainEvent<{ contribution: Contribution; moderator: Viewer; note: string | null }>(
  'contribution.removed_by_moderator',
);

/** Reactions to a contribution come or go: one of a member, or all of them with their subject (`memberId` null). */
export const reactionsMoved = domainEvent<{
  subject: { kind: string; id: string; authorId: string | null };
  memberId: string | null;
  by: number;
}>('contribution.reactions_moved');

/** Tells of a contribution that is being stored and, unless it is held for review, that others see it. */
export async function emitNewContribution(
  work: UnitOfWork,
  contribution: Contribution,
  { isAwaitingReview }: { isAwaitingReview: boolean },
): Promise<void> {
  await together(
    work.emit(contributionCreated, contribution),
    work.emit(isAwaitingReview ? contributionHeld : contributionPublished, contribution),
  );
}

/** Tells that a contribution was changed, and whether others see it only after a moderator did. */
export async function emitChanged(
  work: UnitOfWork,
  contribution: Contribution,
  { isAwaitingReview }: { isAwaitingReview: boolean },
): Promise<void> {
  await work.emit(contributionChanged, contribution);
  if (isAwaitingReview) await work.emit(contributionHeld, contribution);
}
