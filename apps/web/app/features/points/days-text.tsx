import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { streakQuery } from './points.api.ts';
import { formatActiveDays } from './points.texts.ts';

/**
 * Days with points: those of this month, and the current streak if it is at least two days. A lost streak is not
 * mentioned.
 */
export function DaysText({ className }: { className: string }) {
  return (
    <Loaded
      query={useQuery(streakQuery)}
      loading={<Skeleton className="h-4 w-40" />}
      failure={{ variant: 'line', text: 'Your active days could not be loaded.' }}
    >
      {(streak) => <p className={className}>{formatActiveDays(streak)}</p>}
    </Loaded>
  );
}
