import type { CurrentUser } from '@commons/contract/auth';
import { feedLimits } from '@commons/contract/feed';
import { type KeyboardEvent, useRef } from 'react';
import { draftKey, idempotencyKeyOf, useDraft } from '../../lib/drafts.ts';
import { explainFailure } from '../../lib/failure.ts';
import { returnToWriting } from '../../lib/focus-place.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useCreatePost, useIsSharing } from './posts.api.ts';

const limit = { max: feedLimits.postCharacters, countedIn: 'units' } as const;

export const PostComposer = ({ viewer }: { viewer: CurrentUser }) => {
  const key = draftKey(viewer.id, 'post');
  const draft = useDraft(key);
  const formRef = useRef<HTMLFormElement>(null);
  const createPost = useCreatePost(() => {
    returnToWriting(formRef.current);
    draft.clear();
  });
  const content = draft.text.trim();
  const isSharing = useIsSharing();
  const isSendable = content !== '' && content.length <= limit.max && !isSharing;

  const share = () => {
    if (isSendable) createPost.mutate({ content, idempotencyKey: idempotencyKeyOf(key, content) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    share();
  };

  return (
    <Card
      as="section"
      aria-label="Share a post"
      className="has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-primary"
    >
      <form
        ref={formRef}
        onSubmit={(event) => {
          event.preventDefault();
          share();
        }}
      >
        <div className="flex gap-3">
          <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} />
          <div className="min-w-0 flex-1">
            <TextArea
              label="Share your thoughts with the community"
              isLabelHidden
              isBare
              minRows={2}
              placeholder="Share your thoughts with the community..."
              value={draft.text}
              readOnly={isSharing}
              onChange={(event) => draft.setText(event.target.value)}
              onKeyDown={onKeyDown}
              limit={limit}
              error={createPost.isError ? explainFailure(createPost.error) : undefined}
            />
          </div>
        </div>
        <div className="mt-3 flex justify-end border-t border-line pt-3">
          <Button type="submit" disabled={!isSendable} isPending={isSharing}>
            {isSharing ? 'Sharing...' : 'Share'}
          </Button>
        </div>
      </form>
    </Card>
  );
};

/** As tall as the composer, so that nothing moves when it takes this place. */
export const PostComposerSkeleton = () => (
  <Card as="section" aria-hidden="true">
    <div className="flex gap-3">
      <Skeleton className="size-11 rounded-full" />
      <Skeleton className="mt-2.5 h-5 w-2/3" />
    </div>
    <div className="mt-6 flex justify-end border-t border-line pt-3">
      <Skeleton className="h-11 w-20 rounded-control" />
    </div>
  </Card>
);
