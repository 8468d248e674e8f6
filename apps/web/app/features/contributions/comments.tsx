import type { CurrentUser } from '@commons/contract/auth/schemas';
import { contributionLimits } from '@commons/contract/contributions';
import type { Comment } from '@commons/contract/contributions/schemas';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { useCreateForm } from '../../lib/drafts.ts';
import { useIsHydrated, useShownItems } from '../../lib/hydration.ts';
import { itemsIn } from '../../lib/pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { moveFocus, useFocusRestored } from '../../ui/focus.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { CommentItem } from './comment-item.tsx';
import { commentsQuery, createCommentMutation, ownCommentsQuery } from './comments.api.ts';
import type { CommentSubject } from './comments.cache.ts';
import { noCommentsText } from './contributions.texts.ts';
import { CommentBoxSkeleton, CommentListSkeleton } from './lazy-comments.tsx';

type CommentsProps = { subject: CommentSubject; viewer: CurrentUser; expectedCount?: number };

/** Comments, oldest first. The viewer's new comments are at the end even before all pages are loaded. */
const Comments = ({ subject, viewer, expectedCount }: CommentsProps) => {
  const comments = useInfiniteQuery(commentsQuery(subject));
  const ownComments = useQuery(ownCommentsQuery(subject)).data;
  const isHydrated = useIsHydrated();
  const sectionRef = useRef<HTMLElement>(null);
  useFocusRestored(sectionRef);
  const loadedIds = new Set(comments.data && itemsIn(comments.data).map(({ id }) => id));
  const unlistedComments = ownComments.filter(({ id }) => !loadedIds.has(id));
  const listed = useShownItems(comments.data ? itemsIn(comments.data) : []);
  const renderList = (items: readonly Comment[]) =>
    items.length > 0 && (
      <ol className="flex flex-col gap-4">
        {items.map((comment) => (
          <CommentItem
            key={comment.id}
            subject={subject}
            comment={comment}
            viewer={viewer}
            onDeleted={() => moveFocus(sectionRef.current)}
          />
        ))}
      </ol>
    );
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label="Comments"
      className="mt-3 flex flex-col gap-4 border-t border-line pt-4 pb-1 outline-none"
    >
      <Loaded
        query={comments}
        loading={<CommentListSkeleton count={expectedCount} />}
        failure={{ variant: 'banner', text: 'The comments could not be loaded.' }}
      >
        {() => (
          <>
            {loadedIds.size + unlistedComments.length === 0 && <p className="text-sm text-muted">{noCommentsText}</p>}
            {renderList(listed)}
            <LoadMore
              list={comments}
              label="Show more comments"
              failedLabel="Could not load more. Try again"
              variant="quiet"
              className="self-start"
            />
          </>
        )}
      </Loaded>
      {renderList(unlistedComments)}
      {/* Only the device knows the draft. */}
      {isHydrated ? <CommentBox subject={subject} viewer={viewer} /> : <CommentBoxSkeleton />}
    </section>
  );
};

export default Comments;

const CommentBox = ({ subject, viewer }: CommentsProps) => {
  const draft = useCreateForm({
    memberId: viewer.id,
    name: `comment:${subject.id}`,
    subject: { id: subject.id, noun: subject.kind, outcome: 'Your comment was not sent.' },
    maxCharacters: contributionLimits.commentCharacters,
    mutation: createCommentMutation(subject),
  });
  return (
    <form {...draft.form} className="flex items-start gap-2">
      <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} size="small" />
      <div className="relative min-w-0 flex-1">
        <TextArea
          label="Write a comment"
          isLabelHidden
          minRows={1}
          maxRows={10}
          placeholder="Write a comment..."
          className="pe-12 text-sm"
          submitOn="enter"
          {...draft.field}
        />
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send comment"
          disabled={!draft.canSubmit}
          isPending={draft.isBusy}
          className="absolute top-0 end-0.5"
        />
        <AuthorSupport draft={`comment:${subject.id}`} />
      </div>
    </form>
  );
};
