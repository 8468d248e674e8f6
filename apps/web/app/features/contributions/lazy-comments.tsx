import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { noCommentsText } from './contributions.texts.ts';

/** Loaded on demand, because most members read a post of a list without opening its comments. */
export const LazyComments = lazyPart(() => import('./comments.tsx'), {
  fallback: ({ expectedCount }) => <CommentsSkeleton count={expectedCount} />,
});

type ExpectedComments = {
  /** Expected number of comments, so that the skeleton has the right height. */
  count?: number | undefined;
};

/** Number of comments on the first page. */
const firstPageSize = 20;

/** Shown while comments load. */
export const CommentListSkeleton = ({ count = 1 }: ExpectedComments) =>
  count === 0 ? (
    <div>
      <Loading label="Loading comments" />
      <p aria-hidden="true" className="invisible text-sm">
        {noCommentsText}
      </p>
    </div>
  ) : (
    <Loading label="Loading comments" className="flex flex-col gap-4">
      {Array.from({ length: Math.min(count, firstPageSize) }, (_, index) => (
        <div key={index} className="flex gap-2">
          <Skeleton isRound className="size-8 shrink-0" />
          <Skeleton className="h-16.25 flex-1 rounded-control" />
        </div>
      ))}
    </Loading>
  );

/** Skeleton of the comments and the text field while their code loads. */
const CommentsSkeleton = ({ count }: ExpectedComments) => (
  <div className="mt-3 flex flex-col gap-4 border-t border-line pt-4 pb-1">
    <CommentListSkeleton count={count} />
    <CommentBoxSkeleton />
  </div>
);

export const CommentBoxSkeleton = () => (
  <div className="flex gap-2">
    <Skeleton isRound className="size-8 shrink-0" />
    <Skeleton className="h-11 flex-1 rounded-control" />
  </div>
);
