import type { CurrentUser } from '@commons/contract/auth';
import { feedLimits } from '@commons/contract/feed';
import { useCreateForm } from '../../lib/drafts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { createPostMutation } from './posts.api.ts';

export const PostComposer = ({ viewer }: { viewer: CurrentUser }) => {
  const draft = useCreateForm({
    memberId: viewer.id,
    name: 'post',
    maxCharacters: feedLimits.postCharacters,
    mutation: createPostMutation,
  });

  return (
    <Card
      as="section"
      aria-label="Share a post"
      className="has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-primary"
    >
      <form {...draft.form}>
        <div className="flex gap-3">
          <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} />
          <div className="min-w-0 flex-1">
            <TextArea
              label="Share your thoughts with the community"
              isLabelHidden
              isBare
              minRows={2}
              placeholder="Share your thoughts with the community..."
              submitOn="command-enter"
              {...draft.field}
            />
          </div>
        </div>
        <div className="mt-3 flex justify-end border-t border-line pt-3">
          <Button type="submit" disabled={!draft.isSendable} isPending={draft.isBusy}>
            {draft.isBusy ? 'Sharing...' : 'Share'}
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
