import type { PostComment } from '@commons/contract/feed';
import { Confirm } from '../../ui/confirm.tsx';
import { useDeleteComment } from './comments.api.ts';
import { EntryMenu } from './entry-menu.tsx';

type CommentMenuProps = {
  comment: PostComment;
  label: string;
  title: string;
  className: string;
  onEdit: () => void;
  onDeleted: () => void;
};
type QuestionProps = {
  comment: PostComment;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
  onDeleted: () => void;
};

const DeleteQuestion = ({ comment, isAsking, setIsAsking, onDeleted }: QuestionProps) => {
  const deleteComment = useDeleteComment(comment, () => {
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

const CommentMenu = ({ comment, label, title, className, onEdit, onDeleted }: CommentMenuProps) => (
  <EntryMenu
    label={label}
    title={title}
    size="small"
    className={className}
    editLabel={comment.can.edit ? 'Edit Comment' : null}
    deleteLabel={comment.can.delete ? 'Delete Comment' : null}
    onEdit={onEdit}
    renderQuestion={(isAsking, setIsAsking) => (
      <DeleteQuestion comment={comment} isAsking={isAsking} setIsAsking={setIsAsking} onDeleted={onDeleted} />
    )}
  />
);

export default CommentMenu;
