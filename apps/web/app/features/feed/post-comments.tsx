import type { CurrentUser } from '@commons/contract/auth';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNextPage } from '../../lib/next-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentItem } from './comment-item.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { commentsQuery, ownCommentsQuery } from './comments.api.ts';
import { commentsIn } from './comments.cache.ts';

/** The comments on one post, oldest first, with the viewer's newest ones at the end even before all are loaded. */
const PostComments = ({ postId, viewer }: { postId: string; viewer: CurrentUser }) => {
  const comments = useInfiniteQuery(commentsQuery(postId));
  const loadNextPage = useNextPage(comments);
  const own = useQuery(ownCommentsQuery(postId)).data;
  const sectionRef = useRef<HTMLElement>(null);
  const loaded = comments.data ? commentsIn(comments.data) : [];
  const loadedIds = new Set(loaded.map((comment) => comment.id));
  const ownBelow = own.filter((comment) => !loadedIds.has(comment.id));
  const isFailed = comments.isError && !comments.data;
  const focusSection = () => sectionRef.current?.focus({ preventScroll: true });

  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label="Comments"
      className="mt-3 flex flex-col gap-4 border-t border-line pt-4 pb-1 outline-none"
    >
      {comments.isPending && <CommentsSkeleton />}
      {isFailed && (
        <Banner
          tone="danger"
          isAlert
          action={
            <Button
              variant="secondary"
              size="small"
              isPending={comments.isFetching}
              onClick={() => void comments.refetch()}
            >
              Try again
            </Button>
          }
        >
          The comments could not be loaded.
        </Banner>
      )}
      {comments.data && loaded.length + ownBelow.length === 0 && (
        <p className="text-sm text-muted">No comments yet. A kind word goes a long way.</p>
      )}
      {loaded.length > 0 && (
        <ol className="flex flex-col gap-4">
          {loaded.map((comment) => (
            <CommentItem key={comment.id} comment={comment} viewer={viewer} onDeleted={focusSection} />
          ))}
        </ol>
      )}
      {comments.hasNextPage && (
        <Button
          variant="quiet"
          size="small"
          className="self-start text-primary"
          isPending={comments.isFetchingNextPage}
          onClick={loadNextPage}
        >
          {comments.isFetchNextPageError ? 'Could not load more. Try again' : 'Show more comments'}
        </Button>
      )}
      {ownBelow.length > 0 && (
        <ol className="flex flex-col gap-4">
          {ownBelow.map((comment) => (
            <CommentItem key={comment.id} comment={comment} viewer={viewer} onDeleted={focusSection} />
          ))}
        </ol>
      )}
      <CommentBox postId={postId} viewer={viewer} />
    </section>
  );
};

export default PostComments;
