import { type Post, feedLimits } from '@commons/contract/feed';
import { postEditDraft, useUpdatePost } from './post-changes.api.ts';
import { TextEditor } from './text-editor.tsx';

type PostEditorProps = { post: Post; memberId: string; onClose: () => void };

/** Edits a post where it stands. */
const PostEditor = ({ post, memberId, onClose }: PostEditorProps) => {
  const updatePost = useUpdatePost(post.id, memberId, onClose);
  return (
    <TextEditor
      label="Edit your post"
      original={post.content}
      maxCharacters={feedLimits.postCharacters}
      memberId={memberId}
      draftName={postEditDraft(post.id)}
      isPending={updatePost.isPending}
      error={updatePost.error}
      onSave={updatePost.mutate}
      onClose={onClose}
    />
  );
};

export default PostEditor;
