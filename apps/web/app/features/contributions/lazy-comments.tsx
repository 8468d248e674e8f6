import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';

// Most contributions are read without opening their comments.
export const Comments = lazyComponent(() => import('./comments.tsx'));

/** Stands in for them, also before their code is there. */
export const CommentsSkeleton = () => (
  <Loading label="Loading comments" className="flex gap-2">
    <Skeleton className="size-8 shrink-0 rounded-full" />
    <Skeleton className="h-16 flex-1 rounded-control" />
  </Loading>
);
