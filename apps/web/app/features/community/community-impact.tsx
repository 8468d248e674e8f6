import { useQuery } from '@tanstack/react-query';
import { compactNumber } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { communityStatsQuery } from './community.api.ts';

const figures = [
  { name: 'activeMembers', label: 'Active Members' },
  { name: 'dailyCheckIns', label: 'Daily Check-ins' },
  { name: 'supportGiven', label: 'Support Given' },
] as const;

export function CommunityImpact({ className }: { className?: string }) {
  const { data: stats, isError, refetch } = useQuery(communityStatsQuery);
  return (
    <Card as="section" aria-labelledby="community-impact" className={className}>
      <h2 id="community-impact" className="text-lg">
        Community Impact
      </h2>
      {isError ? (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          The figures are away.
          <Button variant="quiet" size="small" className="-mr-3 text-primary" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <dl className="mt-2 flex flex-col gap-1.5 text-sm">
          {figures.map(({ name, label }) => (
            <div key={name} className="flex items-baseline justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold tabular-nums">
                {stats === undefined ? <Skeleton className="h-4 w-10" /> : compactNumber(stats[name])}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
