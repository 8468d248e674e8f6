import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading } from '../../ui/status.tsx';

const bubbles = ['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'];

export const BubblesSkeleton = () => (
  <Loading label="Loading messages" className="flex flex-1 flex-col justify-end gap-3 p-4">
    {bubbles.map((look) => (
      <Skeleton key={look} className={classNames('h-11 rounded-card', look)} />
    ))}
  </Loading>
);

export const ChatSkeleton = () => (
  <div className="flex h-full flex-col">
    <div className="flex min-h-16 items-center gap-3 border-b border-line px-4">
      <Skeleton isRound className="size-11" />
      <Skeleton className="h-5 w-40" />
    </div>
    <BubblesSkeleton />
  </div>
);
