import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading } from '../../ui/status.tsx';

export const CommentsSkeleton = () => (
  <Loading label="Loading comments" className="flex gap-2.5">
    <Skeleton className="size-8 shrink-0 rounded-full" />
    <Skeleton className="h-16 flex-1 rounded-control" />
  </Loading>
);
