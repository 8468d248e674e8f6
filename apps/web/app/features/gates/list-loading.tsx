import { Loading, Skeleton } from '../../ui/loading.tsx';

/** Stands in for a list and the figures above it. */
export const ListLoading = () => (
  <Loading label="Loading the list" className="flex flex-col gap-6">
    <Skeleton className="h-20 w-full" />
    <Skeleton className="h-11 w-full sm:max-w-90" />
    <Skeleton className="h-64 w-full" />
  </Loading>
);
