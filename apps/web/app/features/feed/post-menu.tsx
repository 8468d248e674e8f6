import { feedCalls, feedLimits, type Post } from '@commons/contract/feed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure, isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { OptionsMenu, type OptionsMenuProps } from '../../ui/options-menu.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useViewer } from '../auth/index.ts';
import { removePost } from './posts.cache.ts';

/** Deletes one's own post, or removes another's with a reason. One that is already gone counts as deleted. */
const useDeletePost = (postId: string, onDeleted: () => void) => {
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

type PostMenuProps = OptionsMenuProps & { post: Post };
type QuestionProps = {
  post: Post;
  isOwn: boolean;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
  onDeleted: () => void;
};

const DeleteQuestion = ({ post, isOwn, isAsking, setIsAsking, onDeleted }: QuestionProps) => {
  const deletePost = useDeletePost(post.id, () => {
    setIsAsking(false);
    onDeleted();
  });
  if (!isOwn) {
    return (
      <RemovePostDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        isPending={deletePost.isPending}
        error={deletePost.error}
        onRemove={deletePost.mutate}
      />
    );
  }
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
      title="Delete post"
      text="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      isDestructive
      isPending={deletePost.isPending}
      onConfirm={() => deletePost.mutate(undefined)}
    />
  );
};

const PostMenu = ({ post, onDeleted, ...menu }: PostMenuProps) => {
  const isOwn = useViewer()?.id === post.authorId;
  return (
    <OptionsMenu
      {...menu}
      editLabel={post.can.edit ? 'Edit Post' : null}
      deleteLabel={post.can.delete ? (isOwn ? 'Delete Post' : 'Remove Post') : null}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion post={post} isOwn={isOwn} isAsking={isAsking} setIsAsking={setIsAsking} onDeleted={onDeleted} />
      )}
    />
  );
};

export default PostMenu;

type RemovePostDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isPending: boolean;
  error: unknown;
  onRemove: (reason: string) => void;
};

/** A moderator takes a post away and says why; the author is told. */
const RemovePostDialog = ({ isOpen, onOpenChange, isPending, error, onRemove }: RemovePostDialogProps) => {
  const [text, setText] = useState('');
  const reason = text.trim();
  const isSendable = reason !== '' && reason.length <= feedLimits.removalReasonCharacters;
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Remove post"
      description="The post disappears for everyone, and its author is told the reason."
      submitLabel="Remove Post"
      isDestructive
      isSendable={isSendable}
      isPending={isPending}
    >
      {(formId) => (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (isSendable && !isPending) onRemove(reason);
          }}
        >
          <TextArea
            label="Reason"
            value={text}
            onChange={(event) => setText(event.target.value)}
            limit={{ max: feedLimits.removalReasonCharacters, countedIn: 'units' }}
            error={error == null ? undefined : explainFailure(error)}
          />
        </form>
      )}
    </DialogForm>
  );
};
