import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading } from '../../ui/status.tsx';

export function ProfileSkeleton() {
  return (
    <Loading
      label="Loading the profile"
      className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start"
    >
      <PageTitle>Profile</PageTitle>
      <Card isPadded={false} className="overflow-hidden lg:col-span-2">
        <Skeleton className="h-24 w-full rounded-none md:h-35" />
        <div className="px-4 pb-6 md:px-6">
          <div className="-mt-14 w-fit rounded-full border-4 border-surface bg-surface">
            <Skeleton isRound className="size-28" />
          </div>
          <Skeleton className="mt-4 h-8 w-56 max-w-full" />
          <Skeleton className="mt-3 h-4 w-40" />
          <Skeleton className="mt-5 h-4 w-full max-w-120" />
        </div>
      </Card>
      <div className="flex flex-col gap-4 lg:order-2">
        <Card>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-5 h-16" />
        </Card>
      </div>
      <Card>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-5 h-4" />
        <Skeleton className="mt-3 h-4 w-4/5" />
      </Card>
    </Loading>
  );
}
