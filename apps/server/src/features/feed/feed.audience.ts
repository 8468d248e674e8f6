import type { ServerFrame } from '@commons/contract/live';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';

/**
 * Tells who may know: everyone, or the author alone while what they wrote awaits review. Who does not see or hear one of
 * its authors (a comment has two: its own and that of the post) is left out.
 */
export function announce(
  work: UnitOfWork,
  written: { authorId: string; isAwaitingReview: boolean },
  frame: ServerFrame,
  doneBy: string[] = [written.authorId],
): void {
  work.publish({ audience: written.isAwaitingReview ? { memberIds: [written.authorId] } : 'everyone', frame, doneBy });
}
