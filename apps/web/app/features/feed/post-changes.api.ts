import { feedCalls } from '@commons/contract/feed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import { changePost, removePost } from './posts.cache.ts';

export const postEditDraft = (postId: string): string => `post-edit:${postId}`;

export const useUpdatePost = (postId: string, memberId: string, onUpdated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => call(feedCalls.updatePost, { params: { id: postId }, body: { content } }),
    onSuccess: (post) => {
      changePost(queryClient, postId, () => post);
      clearDraft(draftKey(memberId, postEditDraft(postId)));
      onUpdated();
      showToast({ title: 'Post updated' });
    },
    onError: (error) => showFailure(error, 'Failed to update post'),
  });
};

/** Deletes one's own post, or removes another's with a reason. One that is already gone counts as deleted. */
export const useDeletePost = (postId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string | undefined) => {
      try {
        await call(feedCalls.deletePost, { params: { id: postId }, query: reason === undefined ? {} : { reason } });
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
