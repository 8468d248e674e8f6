import { together } from './database/database.ts';
import { domainEvent } from './database/domain-events.ts';
import type { UnitOfWork } from './database/unit-of-work.ts';
import type { ContributionKind } from './feature.ts';

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

/** Its author changed a contribution. */
export const contributionChanged = domainEvent<Contribution>('contribution.changed');

/** Contributions go, published or not: one, and with it what was written about it. */
export const contributionsRemoved = domainEvent<{ contributions: Contribution[] }>('contribution.removed');

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
    isAwaitingReview ? undefined : work.emit(contributionPublished, contribution),
  );
}
