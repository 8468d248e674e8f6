import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';

// Most contributions are read without opening their comments.
export const Comments = lazyComponent(() => import('./comments.tsx'));

type ExpectedComments = {
  /** How many there are by what is known: what stands below then does not move when they come. */
  count?: number | undefined;
};

/** As many come at first. */
const firstPage = 20;

export const noCommentsText = 'No comments yet. A kind word goes a long way.';

/** Stands in for the comments while they are read. */
export const AwaitedComments = ({ count = 1 }: ExpectedComments) =>
  count === 0 ? (
    <div>
      <Loading label="Loading comments" />
      <p aria-hidden="true" className="invisible text-sm">
        {noCommentsText}
      </p>
    </div>
  ) : (
    <Loading label="Loading comments" className="flex flex-col gap-4">
      {Array.from({ length: Math.min(count, firstPage) }, (_, index) => (
        <div key={index} className="flex gap-2">
          <Skeleton isRound className="size-8 shrink-0" />
          <Skeleton className="h-16.25 flex-1 rounded-control" />
        </div>
      ))}
    </Loading>
  );

/** Stands in for them and the box below, before their code is there. */
export const CommentsSkeleton = ({ count }: ExpectedComments) => (
  <div className="mt-3 flex flex-col gap-4 border-t border-line pt-4 pb-1">
    <AwaitedComments count={count} />
    <div className="flex gap-2">
      <Skeleton isRound className="size-8 shrink-0" />
      <Skeleton className="h-11 flex-1 rounded-control" />
    </div>
  </div>
);
