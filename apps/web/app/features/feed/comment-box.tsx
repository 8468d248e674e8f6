import type { CurrentUser } from '@commons/contract/auth';
import { feedLimits } from '@commons/contract/feed';
import { SendHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { draftKey, idempotencyKeyOf, useDraft } from '../../lib/drafts.ts';
import { explainFailure } from '../../lib/failure.ts';
import { returnToWriting } from '../../lib/focus-place.ts';
import { isSendingEnter } from '../../lib/sending-enter.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useCreateComment, useIsCommenting } from './comments.api.ts';

const limit = { max: feedLimits.commentCharacters, countedIn: 'units' } as const;

export const CommentBox = ({ postId, viewer }: { postId: string; viewer: CurrentUser }) => {
  const key = draftKey(viewer.id, `comment:${postId}`);
  const draft = useDraft(key);
  const formRef = useRef<HTMLFormElement>(null);
  const createComment = useCreateComment(postId, () => {
    returnToWriting(formRef.current);
    draft.clear();
  });
  const isCommenting = useIsCommenting(postId);
  const content = draft.text.trim();
  const isSendable = content !== '' && content.length <= limit.max && !isCommenting;

  const send = () => {
    if (isSendable) createComment.mutate({ content, idempotencyKey: idempotencyKeyOf(key, content) });
  };

  return (
    <form
      ref={formRef}
      className="flex items-start gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} size="small" />
      <div className="relative min-w-0 flex-1">
        <TextArea
          label="Write a comment"
          isLabelHidden
          minRows={1}
          maxRows={10}
          placeholder="Write a comment..."
          className="pr-12 text-sm"
          value={draft.text}
          readOnly={isCommenting}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendingEnter(event)) return;
            event.preventDefault();
            send();
          }}
          limit={limit}
          error={createComment.isError ? explainFailure(createComment.error) : undefined}
        />
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send comment"
          disabled={!isSendable}
          isPending={isCommenting}
          className="absolute top-0 right-0.5"
        />
      </div>
    </form>
  );
};
