import type { Post } from '@commons/contract/feed';
import { Confirm } from '../../ui/confirm.tsx';
import { useViewer } from '../auth/index.ts';
import { EntryMenu } from './entry-menu.tsx';
import { useDeletePost } from './post-changes.api.ts';
import { RemovePostDialog } from './remove-post-dialog.tsx';

type PostMenuProps = {
  post: Post;
  label: string;
  title: string;
  className: string;
  onEdit: () => void;
  onDeleted: () => void;
};
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

const PostMenu = ({ post, label, title, className, onEdit, onDeleted }: PostMenuProps) => {
  const isOwn = useViewer()?.id === post.authorId;
  return (
    <EntryMenu
      label={label}
      title={title}
      className={className}
      editLabel={post.can.edit ? 'Edit Post' : null}
      deleteLabel={post.can.delete ? (isOwn ? 'Delete Post' : 'Remove Post') : null}
      onEdit={onEdit}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion post={post} isOwn={isOwn} isAsking={isAsking} setIsAsking={setIsAsking} onDeleted={onDeleted} />
      )}
    />
  );
};

export default PostMenu;
