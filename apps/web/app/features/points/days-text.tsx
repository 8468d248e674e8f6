import { pointsLimits, type Streak } from '@commons/contract/points';
import { useQuery } from '@tanstack/react-query';
import { formatCount, plural } from '../../lib/locale.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { streakQuery } from './points.api.ts';

/**
 * Days with points: those of this month, and the current streak if it is at least two days. A lost streak is not
 * mentioned.
 */
export function DaysText({ className }: { className: string }) {
  return (
    <Loaded
      query={useQuery(streakQuery)}
      loading={<Skeleton className="mt-3 h-4 w-40" />}
      failure={{ variant: 'line', text: 'Your active days could not be loaded.' }}
    >
      {(streak) => <p className={className}>{formatActiveDays(streak)}</p>}
    </Loaded>
  );
}

const formatDayCount = (count: number): string =>
  `${formatCount(count)} ${plural(count, { one: 'day', other: 'days' })}`;

export function formatActiveDays({ daysThisMonth, currentRun }: Streak): string {
  const month = daysThisMonth === 0 ? 'No active days yet this month' : `${formatDayCount(daysThisMonth)} this month`;
  if (currentRun < 2) return month;
  return `${month} · ${currentRun === pointsLimits.maxStreakDays ? 'a year' : formatDayCount(currentRun)} in a row`;
}
