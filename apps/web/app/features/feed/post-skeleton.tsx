import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export const PostSkeleton = () => (
  <Card aria-hidden="true">
    <div className="flex gap-3">
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="flex-1">
        <Skeleton className="mt-1 h-4 w-2/5" />
        <Skeleton className="mt-2 h-3.5 w-1/4" />
      </div>
    </div>
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2.5 h-4 w-11/12" />
    <Skeleton className="mt-2.5 h-4 w-3/5" />
    <div className="mt-5 border-t border-line pt-3">
      <Skeleton className="h-5 w-2/5" />
    </div>
  </Card>
);
