import { feedCalls, feedLimits, type Post, type PostChange } from '@commons/contract/feed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { useFocusKept, wordsOfForm } from '../../ui/focus-keeper.tsx';
import { TextEditor } from '../../ui/text-editor.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { withNewerState } from '../contributions/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { AddContentWarning, ContentWarningField } from './content-warning.tsx';
import { cardUrl } from './picture-addresses.ts';
import { PictureFields } from './picture-fields.tsx';
import { changePost } from './posts.cache.ts';

const postEditDraft = (postId: string): string => `post-edit:${postId}`;

const useUpdatePost = (postId: string, memberId: string, onUpdated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PostChange) => call(feedCalls.updatePost, { params: { id: postId }, body }),
    onSuccess: (post) => {
      changePost(queryClient, postId, () => withNewerState(post));
      clearDraft(draftKey(memberId, postEditDraft(postId)));
      onUpdated();
      showToast({ title: 'Post updated' });
    },
    onError: (error) => showFailure(error, 'Failed to update post'),
  });
};

type PostEditorProps = { post: Post; memberId: string; onClose: () => void };

/** Edits a post where it stands. */
const PostEditor = ({ post, memberId, onClose }: PostEditorProps) => {
  const updatePost = useUpdatePost(post.id, memberId, onClose);
  const besideWords = useRef<HTMLDivElement>(null);
  useFocusKept(besideWords, wordsOfForm);
  const [warning, setWarning] = useState(post.contentWarning);
  const [pictures, setPictures] = useState(() =>
    post.images.map(({ url, alt, isBlurred }) => ({ url, alt: alt ?? '', isPlain: alt === null, isBlurred })),
  );
  const images = pictures.map(({ url, alt, isPlain, isBlurred }) => ({
    url,
    alt: isPlain ? null : alt.trim() || null,
    isBlurred,
  }));
  const before = post.images.map(({ url, alt, isBlurred }) => ({ url, alt, isBlurred }));
  const areImagesChanged = JSON.stringify(images) !== JSON.stringify(before);
  const contentWarning = warning?.trim() || null;
  const parts = { value: warning, isDisabled: updatePost.isPending, onChange: setWarning };
  return (
    <TextEditor
      label="Edit your post"
      original={post.content}
      maxCharacters={feedLimits.postCharacters}
      memberId={memberId}
      draftName={postEditDraft(post.id)}
      isPending={updatePost.isPending}
      error={updatePost.error}
      isChanged={contentWarning !== post.contentWarning || areImagesChanged}
      onSave={(content) => updatePost.mutate({ content, contentWarning, ...(areImagesChanged && { images }) })}
      onClose={onClose}
    >
      <div ref={besideWords} className="contents">
        {pictures.length > 0 && (
          <ul aria-label="Pictures" className="mt-2 flex flex-col gap-2">
            {pictures.map(({ url, ...words }, index) => (
              <PictureFields
                key={url}
                number={index + 1}
                previewUrl={cardUrl(url)}
                words={words}
                isDisabled={updatePost.isPending}
                onChange={(change) => setPictures(pictures.with(index, { url, ...words, ...change }))}
                onRemove={() => setPictures(pictures.toSpliced(index, 1))}
              />
            ))}
          </ul>
        )}
        <ContentWarningField {...parts} />
        <AddContentWarning {...parts} />
      </div>
      <AuthorSupport draft={postEditDraft(post.id)} />
    </TextEditor>
  );
};

export default PostEditor;
