import { Skeleton } from '../../ui/skeleton.tsx';

export const CommentsSkeleton = () => (
  <div role="status" className="flex gap-2.5">
    <span className="sr-only">Loading comments</span>
    <Skeleton className="size-8 shrink-0 rounded-full" />
    <Skeleton className="h-16 flex-1 rounded-control" />
  </div>
);
