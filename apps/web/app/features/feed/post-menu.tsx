import { feedCalls, type Post } from '@commons/contract/feed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast-store.ts';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { removePost } from './posts.cache.ts';

/** Deletes a post. Succeeds if the post has already been deleted. */
const useDeletePost = (postId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['posts'] },
    mutationFn: async () => {
      try {
        await call(feedCalls.deletePost, { params: { id: postId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removePost(queryClient, postId);
      showToast({ title: 'Post deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete post'),
  });
};

type PostMenuProps = LazyMenuProps & { post: Post; onEdit: () => void; onDeleted: () => void };

const PostMenu = ({ post, onDeleted, ...menu }: PostMenuProps) => {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="post"
      contribution={post}
      noun="Post"
      onRemoved={() => {
        onDeleted();
        removePost(queryClient, post.id);
      }}
      deletion={useDeletePost(post.id, onDeleted)}
    />
  );
};

export default PostMenu;
