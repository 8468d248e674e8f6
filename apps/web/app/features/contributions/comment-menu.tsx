import type { Comment } from '@commons/contract/contributions/schemas';
import { useQueryClient } from '@tanstack/react-query';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { forgetComment, useDeleteComment } from './comments.api.ts';
import type { CommentSubject } from './comments.cache.ts';

type CommentMenuProps = LazyMenuProps & {
  subject: CommentSubject;
  comment: Comment;
  onEdit: () => void;
  onDeleted: () => void;
};

const CommentMenu = ({ subject, comment, onDeleted, ...menu }: CommentMenuProps) => {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType={subject.commentType}
      contribution={comment}
      noun="Comment"
      onRemoved={() => {
        onDeleted();
        forgetComment(queryClient, subject, comment.id);
      }}
      deletion={useDeleteComment(subject, comment.id, onDeleted)}
    />
  );
};

export default CommentMenu;
