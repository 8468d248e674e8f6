import type { Comment } from '@commons/contract/contributions';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { OptionsMenuProps } from '../../ui/options-menu.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { forgetComment, useDeleteComment } from './comments.api.ts';
import type { CommentSubject } from './comments.cache.ts';

type DeleteConfirmationProps = {
  subject: CommentSubject;
  comment: Comment;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  onDeleted: () => void;
};

const DeleteConfirmation = ({ subject, comment, isOpen, setIsOpen, onDeleted }: DeleteConfirmationProps) => {
  const deleteComment = useDeleteComment(subject, comment.id, () => {
    setIsOpen(false);
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete comment"
      text="Are you sure you want to delete this comment?"
      confirmLabel="Delete"
      isDestructive
      isPending={deleteComment.isPending}
      onConfirm={() => deleteComment.mutate()}
    />
  );
};

type CommentMenuProps = OptionsMenuProps & { subject: CommentSubject; comment: Comment };

const CommentMenu = ({ subject, comment, onDeleted, ...menu }: CommentMenuProps) => {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType={subject.kind === 'post' ? 'comment' : 'meditation_comment'}
      contribution={comment}
      noun="Comment"
      onRemoved={() => {
        onDeleted();
        forgetComment(queryClient, subject, comment.id);
      }}
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation
          subject={subject}
          comment={comment}
          isOpen={isOpen}
          setIsOpen={setIsOpen}
          onDeleted={onDeleted}
        />
      )}
    />
  );
};

export default CommentMenu;
