import type { Comment } from '@commons/contract/contributions';
import { Confirm } from '../../ui/confirm.tsx';
import { OptionsMenu, type OptionsMenuProps } from '../../ui/options-menu.tsx';
import { useDeleteComment } from './comments.api.ts';
import type { Subject } from './comments.cache.ts';

type QuestionProps = {
  subject: Subject;
  comment: Comment;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
  onDeleted: () => void;
};

const DeleteQuestion = ({ subject, comment, isAsking, setIsAsking, onDeleted }: QuestionProps) => {
  const deleteComment = useDeleteComment(subject, comment.id, () => {
    setIsAsking(false);
    onDeleted();
  });
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
      title="Delete comment"
      text="Are you sure you want to delete this comment?"
      confirmLabel="Delete"
      isDestructive
      isPending={deleteComment.isPending}
      onConfirm={() => deleteComment.mutate()}
    />
  );
};

type CommentMenuProps = OptionsMenuProps & { subject: Subject; comment: Comment };

const CommentMenu = ({ subject, comment, onDeleted, ...menu }: CommentMenuProps) => (
  <OptionsMenu
    {...menu}
    editLabel={comment.can.edit ? 'Edit Comment' : null}
    deleteLabel={comment.can.delete ? 'Delete Comment' : null}
    renderQuestion={(isAsking, setIsAsking) => (
      <DeleteQuestion
        subject={subject}
        comment={comment}
        isAsking={isAsking}
        setIsAsking={setIsAsking}
        onDeleted={onDeleted}
      />
    )}
  />
);

export default CommentMenu;
