import type { CurrentUser } from '@commons/contract/auth/schemas';
import { feedLimits } from '@commons/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { draftKey, useCreateForm, useDraft } from '../../lib/drafts.ts';
import { useIsHydrated } from '../../lib/hydration.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { attachmentsDraftName, nextTask, parseAttachments, toRequestBody } from './composer-attachments.ts';
import { createPostMutation } from './posts.api.ts';

const importComposerTools = () => import('./composer-tools.tsx');
const ComposerPanels = lazyPart(async () => ({ default: (await importComposerTools()).ComposerPanels }));
const renderNothing = () => null;
const hiddenOnFailure = { failed: renderNothing };
const ComposerTools = lazyPart(async () => ({ default: (await importComposerTools()).ComposerTools }), hiddenOnFailure);
const ComposerSupport = lazyPart(
  async () => ({ default: (await importComposerTools()).ComposerSupport }),
  hiddenOnFailure,
);

/**
 * The composer has one line until it gets the focus. It does not collapse again, because that would shift the content
 * that the member is about to press.
 */
export const PostComposer = ({ viewer }: { viewer: CurrentUser }) => {
  const attachmentsDraft = useDraft(draftKey(viewer.id, attachmentsDraftName));
  const attachments = parseAttachments(attachmentsDraft.text);
  const body = toRequestBody(attachments);
  const draft = useCreateForm({
    memberId: viewer.id,
    name: 'post',
    maxCharacters: feedLimits.postCharacters,
    mutation: createPostMutation({ attachments: body, onShared: attachmentsDraft.clear }),
    sentWith: JSON.stringify(body),
    isReady: nextTask(attachments) === null,
  });
  const queryClient = useQueryClient();
  const [isExpanded, setIsExpanded] = useState(false);
  const isHydrated = useIsHydrated();
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The member may have chosen the field before React handled its events.
    if (formRef.current?.contains(document.activeElement)) setIsExpanded(true);
  }, []);
  // Expands if there is a draft from an earlier visit or another tab.
  if (`${draft.field.value}${attachmentsDraft.text}` !== '' && !isExpanded) setIsExpanded(true);

  return (
    <Card as="section" aria-label="Share a post" className={bareFieldCardClass}>
      <form
        ref={formRef}
        {...draft.form}
        // On a slow connection, the support check may load after the text was sent.
        onSubmitCapture={({ currentTarget: form }) =>
          void importComposerTools().then(
            ({ checkSentText }) => checkSentText(queryClient, form, draft.field.value),
            renderNothing,
          )
        }
      >
        <div className="flex min-h-11 gap-3">
          {/* On a phone, the line has room for the field only. */}
          <div className="max-sm:hidden">
            <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} />
          </div>
          <div className="min-w-0 flex-1">
            <TextArea
              label="Share your thoughts with the community"
              isLabelHidden
              isBare
              minRows={isExpanded ? 2 : 1}
              className="max-sm:placeholder:text-sm"
              placeholder="Share your thoughts with the community..."
              submitOn="command-enter"
              // A transition, because expanding moves all posts below and the input must respond first.
              onFocus={() => startTransition(() => setIsExpanded(true))}
              {...draft.field}
            />
          </div>
        </div>
        {attachmentsDraft.text !== '' && <ComposerPanels viewer={viewer} isDisabled={draft.isBusy} />}
        {/* In the server-rendered page it is hidden until there is a draft (`app/before-paint.ts`). */}
        {(isExpanded || !isHydrated) && (
          <div
            hidden={!isExpanded}
            className="-mb-2 flex animate-float-in flex-wrap items-center justify-end gap-x-3 gap-y-2 bg-surface py-2 max-md:sticky max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:z-1 max-md:in-data-docked:bottom-[calc(7.5rem+1px+env(safe-area-inset-bottom))]"
          >
            <div className="me-auto min-w-0">
              {isExpanded && <ComposerTools viewer={viewer} isDisabled={draft.isBusy} />}
            </div>
            {/* Has the width of its pending state, so that its neighbors do not move. */}
            <Button
              type="submit"
              disabled={!draft.canSubmit}
              isPending={draft.isBusy}
              className="min-w-34 max-sm:min-w-30 max-sm:px-3"
            >
              {draft.isBusy ? 'Sharing...' : 'Share'}
            </Button>
          </div>
        )}
        {isExpanded && <ComposerSupport />}
      </form>
    </Card>
  );
};

/** Has the height of the composer, so that nothing shifts when the composer replaces it. */
export const PostComposerSkeleton = () => (
  <Card as="section" aria-hidden="true">
    <div className="flex h-11 items-center gap-3">
      <Skeleton isRound className="size-11 max-sm:hidden" />
      <Skeleton className="mx-1 h-5 w-2/3" />
    </div>
  </Card>
);
