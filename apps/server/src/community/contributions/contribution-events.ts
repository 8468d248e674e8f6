import { pipelined } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { ContributionKind } from '../feature.ts';

/** Something that a member wrote for the community, for example a post or a comment. */
export type Contribution = {
  kind: ContributionKind;
  id: string;
  authorId: string;
  /** The item that it refers to and its author (null for the community's own items). Null if it refers to none. */
  subject: { kind: string; id: string; authorId: string | null } | null;
};

/** A contribution was stored. It may still be hidden: content that is held for review is published later, or never. */
export const contributionCreated = domainEvent<Contribution>('contribution.created');

/** A contribution became visible to others. Emitted again when a held edit is published. */
export const contributionPublished = domainEvent<Contribution>('contribution.published');

/** A contribution was held for review. */
export const contributionHeld = domainEvent<Contribution>('contribution.held');

/** The author edited a contribution. */
export const contributionChanged = domainEvent<Contribution>('contribution.changed');

/** A contribution was removed together with its replies, published or not. */
export const contributionsRemoved = domainEvent<{ contributions: Contribution[] }>('contribution.removed');

/** Moderators restored a contribution together with its replies. */
export const contributionsRestored = domainEvent<{ contributions: Contribution[] }>('contribution.restored');

/** A moderator removed a member's contribution. The subscriber hides it, and it can be restored. */
export const removedByModerator = domainEvent<{ contribution: Contribution; moderator: Viewer; note: string | null }>(
  'contribution.removed_by_moderator',
);

/**
 * The number of reactions to a contribution changed by `by`. `memberId` is null if all reactions were removed or
 * restored together with the contribution.
 */
export const reactionsChanged = domainEvent<{
  subject: { kind: string; id: string; authorId: string | null };
  memberId: string | null;
  by: number;
}>('contribution.reactions_changed');

/** Emits the events of a new contribution: created, then held for review or published. */
export async function emitNewContribution(
  work: UnitOfWork,
  contribution: Contribution,
  { isAwaitingReview }: { isAwaitingReview: boolean },
): Promise<void> {
  await pipelined(
    work.emit(contributionCreated, contribution),
    work.emit(isAwaitingReview ? contributionHeld : contributionPublished, contribution),
  );
}

/** Emits the events of an edited contribution, including "held" if the edit needs review. */
export async function emitChanged(
  work: UnitOfWork,
  contribution: Contribution,
  { isAwaitingReview }: { isAwaitingReview: boolean },
): Promise<void> {
  await work.emit(contributionChanged, contribution);
  if (isAwaitingReview) await work.emit(contributionHeld, contribution);
}
