import type { CurrentUser } from '@commons/contract/auth';
import { feedLimits } from '@commons/contract/feed';
import { startTransition, Suspense, useState } from 'react';
import { clearDraft, draftKey, readDraft, useCreateForm, writeDraft } from '../../lib/drafts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { createPostMutation } from './posts.api.ts';

const AuthorSupport = lazyComponent(async () => ({ default: (await import('../support/index.ts')).AuthorSupport }), {
  failed: () => null,
});
const ContentWarningField = lazyComponent(async () => ({
  default: (await import('./content-warning.tsx')).ContentWarningField,
}));
const AddContentWarning = lazyComponent(
  async () => ({ default: (await import('./content-warning.tsx')).AddContentWarning }),
  { failed: () => null },
);

/** The warning of a post that is not shared yet: null while there is none. It is kept as the post's words are. */
const useWarningDraft = (memberId: string) => {
  const key = draftKey(memberId, 'post-warning');
  const [warning, setWarning] = useState(() => readDraft(key));
  const keep = (next: string | null): void => {
    setWarning(next);
    if (next === null) clearDraft(key);
    else writeDraft(key, next);
  };
  return [warning, keep] as const;
};

/**
 * One line until it is wanted. It does not fold again by itself: what is below would move away from under the finger
 * that left it.
 */
export const PostComposer = ({ viewer }: { viewer: CurrentUser }) => {
  const [warning, setWarning] = useWarningDraft(viewer.id);
  const contentWarning = warning?.trim() ?? '';
  const draft = useCreateForm({
    memberId: viewer.id,
    name: 'post',
    maxCharacters: feedLimits.postCharacters,
    mutation: createPostMutation({ contentWarning, onShared: () => setWarning(null) }),
    sentWith: contentWarning,
  });
  const [isUnfolded, setIsUnfolded] = useState(false);
  // What was begun earlier, or in another tab.
  if (draft.field.value !== '' && !isUnfolded) setIsUnfolded(true);

  return (
    <Card as="section" aria-label="Share a post" className={bareFieldCardClass}>
      <form {...draft.form}>
        <div className="flex min-h-11 gap-3">
          {/* On a phone the line has room for its words alone. */}
          <div className="max-sm:hidden">
            <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} />
          </div>
          <div className="min-w-0 flex-1">
            <TextArea
              label="Share your thoughts with the community"
              isLabelHidden
              isBare
              minRows={isUnfolded ? 3 : 1}
              className="max-sm:placeholder:text-sm"
              placeholder="Share your thoughts with the community..."
              submitOn="command-enter"
              // The press is answered first: what unfolds moves every post below.
              onFocus={() => startTransition(() => setIsUnfolded(true))}
              {...draft.field}
            />
          </div>
        </div>
        {warning !== null && (
          <Suspense fallback={null}>
            <ContentWarningField value={warning} isDisabled={draft.isBusy} onChange={setWarning} />
          </Suspense>
        )}
        {/* On the page that the server sends it waits for a kept text (`app/first-view.ts`). */}
        {(isUnfolded || import.meta.env.SSR) && (
          <div hidden={!isUnfolded} className="mt-2 flex animate-float-in items-center justify-end gap-3">
            {isUnfolded && (
              <Suspense fallback={null}>
                <AddContentWarning value={warning} isDisabled={draft.isBusy} onChange={setWarning} />
              </Suspense>
            )}
            <Button type="submit" disabled={!draft.isSendable} isPending={draft.isBusy}>
              {draft.isBusy ? 'Sharing...' : 'Share'}
            </Button>
          </div>
        )}
        {isUnfolded && (
          <Suspense fallback={null}>
            <AuthorSupport draft="post" />
          </Suspense>
        )}
      </form>
    </Card>
  );
};

/** As tall as the composer, so that nothing moves when it takes this place. */
export const PostComposerSkeleton = () => (
  <Card as="section" aria-hidden="true">
    <div className="flex h-11 items-center gap-3">
      <Skeleton isRound className="size-11 max-sm:hidden" />
      <Skeleton className="mx-1 h-5 w-2/3" />
    </div>
  </Card>
);
