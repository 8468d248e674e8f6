import { feedLimits } from '@commons/contract/feed';
import { feedCalls } from '@commons/contract/feed/calls';
import type { Post, PostChange } from '@commons/contract/feed/schemas';
import { useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { clearSentDraft, draftKey } from '../../lib/drafts.ts';
import { useUpdate } from '../../lib/item-mutations.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { useFocusRestored, textAreaOfForm } from '../../ui/focus.tsx';
import { TextEditor } from '../contributions/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { AddContentWarning, ContentWarningField } from './content-warning.tsx';
import { clearSentAttachments, useEditedAttachments } from './edited-attachments.ts';
import { PictureFields } from './picture-fields.tsx';
import { cardUrl } from './picture-urls.ts';
import { postLists } from './posts.cache.ts';

const postEditDraft = (postId: string): string => `post-edit:${postId}`;

/** The request body, and the draft of the attachments that it contains. */
type SentEdit = { body: PostChange; attachmentsDraft: string };

const useUpdatePost = (postId: string, memberId: string, onUpdated: () => void) =>
  useUpdate({
    changes: ['posts'],
    send: ({ body }: SentEdit) => call(feedCalls.updatePost, { params: { id: postId }, body }),
    onUpdated: (queryClient, post, { body, attachmentsDraft }) => {
      postLists.replace(queryClient, post);
      clearSentDraft(draftKey(memberId, postEditDraft(postId)), body.content);
      clearSentAttachments(memberId, postId, attachmentsDraft);
      onUpdated();
    },
    onMissing: (queryClient) => postLists.remove(queryClient, postId),
    title: 'Post updated',
    failedText: 'Failed to update post',
  });

type PostEditorProps = { post: Post; memberId: string; onClose: () => void };

/** Edits a post in place. */
const PostEditor = ({ post, memberId, onClose }: PostEditorProps) => {
  const updatePost = useUpdatePost(post.id, memberId, onClose);
  const attachmentsRef = useRef<HTMLDivElement>(null);
  useFocusRestored(attachmentsRef, textAreaOfForm);
  const { warning, pictures, body, draft: attachmentsDraft, ...attachments } = useEditedAttachments(post, memberId);
  const warningProps = { value: warning, isDisabled: updatePost.isPending, onChange: attachments.changeWarning };
  return (
    <TextEditor
      label="Edit your post"
      original={post.content}
      maxCharacters={feedLimits.postCharacters}
      memberId={memberId}
      draftName={postEditDraft(post.id)}
      subject={editSubject('post', post.id)}
      isPending={updatePost.isPending}
      error={updatePost.error}
      isChanged={Object.keys(body).length > 0}
      onSave={(content) => updatePost.mutate({ body: { content, ...body }, attachmentsDraft })}
      onClose={() => {
        attachments.clear();
        onClose();
      }}
    >
      <div ref={attachmentsRef} className="contents">
        {pictures.length > 0 && (
          <ul aria-label="Pictures" className="mt-2 flex flex-col gap-2">
            {pictures.map(({ url, ...values }, index) => (
              <PictureFields
                key={url}
                number={index + 1}
                previewUrl={cardUrl(url)}
                values={values}
                isDisabled={updatePost.isPending}
                onChange={(change) => attachments.changePicture(url, change)}
                onRemove={() => attachments.changePicture(url, null)}
              />
            ))}
          </ul>
        )}
        <ContentWarningField {...warningProps} />
        <AddContentWarning {...warningProps} />
      </div>
      <AuthorSupport draft={postEditDraft(post.id)} />
    </TextEditor>
  );
};

export default PostEditor;
