import type { ServerFrame } from '@commons/contract/live';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Latest } from '../../platform/envelope.ts';

/**
 * Tells everyone, or the author alone while what they wrote awaits review. Skips members who hide one of the actors (a
 * comment has two: its own author and that of the post).
 */
export function announce(
  work: UnitOfWork,
  written: { authorId: string; isAwaitingReview: boolean },
  frame: ServerFrame,
  actorIds: string[] = [written.authorId],
  latest?: Latest,
): void {
  work.publish({
    audience: written.isAwaitingReview ? { memberIds: [written.authorId] } : 'everyone',
    frame,
    actorIds,
    ...(latest && { latest }),
  });
}
