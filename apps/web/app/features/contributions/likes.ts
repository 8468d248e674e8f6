import type { LikeStatus } from '@commons/contract/feed';
import { useMutation } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';

type PendingToggle = { confirmed: LikeStatus; isLiked: boolean; show: (status: LikeStatus) => void };

/** Likes on their way, by the id of what is liked: what the server last said, and what the member wants by now. */
export const pendingToggles = new Map<string, PendingToggle>();

/** What the viewer's presses on their way want; undefined when none is. An answer of meanwhile does not know of them. */
export const pendingLike = (id: string): boolean | undefined => pendingToggles.get(id)?.isLiked;

const wanted = ({ confirmed, isLiked }: PendingToggle): LikeStatus => ({
  isLiked,
  likesCount: Math.max(0, confirmed.likesCount + Number(isLiked) - Number(confirmed.isLiked)),
});

type LikeOptions = LikeStatus & {
  id: string;
  toggle: () => Promise<LikeStatus>;
  /** Shows a state wherever the subject is shown. */
  show: (status: LikeStatus) => void;
  /** What the toast says when the call fails. */
  failedText?: string;
};

/**
 * Answers what a press does. It shows at once. The call toggles, so presses in quick succession must not overlap: one
 * call is under way for each subject, and another follows only while the server's state differs from what is wanted.
 */
export const useToggleLike = (options: LikeOptions): (() => void) => {
  const { id, isLiked, likesCount, toggle, show, failedText = 'Failed to update like' } = options;
  const send = useMutation({
    mutationFn: async (pending: PendingToggle) => {
      while (pending.isLiked !== pending.confirmed.isLiked) pending.confirmed = await toggle();
    },
    onError: (error) => showFailure(error, failedText),
    onSettled: (_data, _error, pending) => {
      pendingToggles.delete(id);
      pending.show(pending.confirmed);
    },
  });
  return () => {
    const underWay = pendingToggles.get(id);
    if (underWay) {
      underWay.isLiked = !underWay.isLiked;
      underWay.show(wanted(underWay));
      return;
    }
    const pending: PendingToggle = { confirmed: { isLiked, likesCount }, isLiked: !isLiked, show };
    pendingToggles.set(id, pending);
    show(wanted(pending));
    send.mutate(pending);
  };
};
