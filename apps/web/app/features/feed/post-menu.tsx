import { feedCalls, type Post } from '@commons/contract/feed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { OptionsMenuProps } from '../../ui/options-menu.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ContributionMenu } from '../reports/index.ts';
import { removePost } from './posts.changes.ts';

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

type PostMenuProps = OptionsMenuProps & { post: Post };
type DeleteConfirmationProps = {
  post: Post;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  onDeleted: () => void;
};

const DeleteConfirmation = ({ post, isOpen, setIsOpen, onDeleted }: DeleteConfirmationProps) => {
  const deletePost = useDeletePost(post.id, () => {
    setIsOpen(false);
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete post"
      text="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      isDestructive
      isPending={deletePost.isPending}
      onConfirm={() => deletePost.mutate()}
    />
  );
};

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
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation post={post} isOpen={isOpen} setIsOpen={setIsOpen} onDeleted={onDeleted} />
      )}
    />
  );
};

export default PostMenu;
