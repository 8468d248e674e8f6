import { type LikeStatus, type Post, feedCalls } from '@commons/contract/feed';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/failure.ts';
import { changePost, pendingLikes } from './posts.cache.ts';

type Wish = { confirmed: LikeStatus; countsRevision: number; isLiked: boolean };

/** Posts whose like is on its way: what the server last said, and what the member wants by now. */
const wishes = new Map<string, Wish>();

/** The count of an answer has no revision: once frames brought a newer one than the press saw, they have the say. */
const show = (
  queryClient: QueryClient,
  postId: string,
  { isLiked, likesCount }: LikeStatus,
  { countsRevision }: Wish,
) =>
  changePost(queryClient, postId, (post) =>
    post.countsRevision > countsRevision ? { ...post, isLiked } : { ...post, isLiked, likesCount },
  );

const wishedStatus = ({ confirmed, isLiked }: Wish): LikeStatus => ({
  isLiked,
  likesCount: Math.max(0, confirmed.likesCount + Number(isLiked) - Number(confirmed.isLiked)),
});

/**
 * A press shows at once. The call toggles, so presses in quick succession must not overlap: one call is under way per
 * post, and another follows only while the server's state differs from what the member wants.
 */
export const usePressLike = (post: Post) => {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: async (wish: Wish) => {
      while (wish.isLiked !== wish.confirmed.isLiked) {
        wish.confirmed = await call(feedCalls.toggleLike, { params: { id: post.id } });
      }
    },
    onError: (error) => showFailure(error, 'Failed to update like'),
    onSettled: (_data, _error, wish) => {
      wishes.delete(post.id);
      pendingLikes.delete(post.id);
      show(queryClient, post.id, wish.confirmed, wish);
    },
  });
  return () => {
    const underWay = wishes.get(post.id);
    if (underWay) {
      underWay.isLiked = !underWay.isLiked;
      pendingLikes.set(post.id, underWay.isLiked);
      show(queryClient, post.id, wishedStatus(underWay), underWay);
      return;
    }
    const confirmed: LikeStatus = { isLiked: post.isLiked, likesCount: post.likesCount };
    const wish: Wish = { confirmed, countsRevision: post.countsRevision, isLiked: !post.isLiked };
    wishes.set(post.id, wish);
    pendingLikes.set(post.id, wish.isLiked);
    show(queryClient, post.id, wishedStatus(wish), wish);
    send.mutate(wish);
  };
};
