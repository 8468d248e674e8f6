import { communityCalls } from '@commons/contract/community/calls';
import type { CommunityStats } from '@commons/contract/community/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { compactNumber } from '../../lib/locale.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';

const communityStatsQuery = queryOptions({
  queryKey: ['community', 'stats'],
  queryFn: ({ signal }) => call(communityCalls.getCommunityStats, undefined, { signal }),
});

const statLabels = [
  { name: 'activeMembers', label: 'Active Members', counted: 'here in the last 30 days' },
  { name: 'dailyCheckIns', label: 'Daily Check-ins', counted: 'here in the last 24 hours' },
  { name: 'supportGiven', label: 'Support Given', counted: 'likes and comments' },
] as const;

export function CommunityImpact({ className }: { className?: string }) {
  return (
    <Card as="section" aria-labelledby="community-impact" className={className}>
      <h2 id="community-impact" className="text-lg">
        Community Impact
      </h2>
      <Loaded
        query={useQuery(communityStatsQuery)}
        loading={<StatList stats={undefined} />}
        failure={{ variant: 'line', text: 'Not available right now.' }}
      >
        {(stats) => <StatList stats={stats} />}
      </Loaded>
    </Card>
  );
}

function StatList({ stats }: { stats: CommunityStats | undefined }) {
  return (
    <dl className="mt-2 flex flex-col gap-2 text-sm">
      {statLabels.map(({ name, label, counted }) => (
        <div key={name} className="flex items-baseline justify-between gap-3 leading-tight">
          <dt>
            {label}
            <span className="block text-xs text-muted">{counted}</span>
          </dt>
          <dd className="font-semibold tabular-nums">
            {stats === undefined ? <Skeleton className="h-4 w-10" /> : compactNumber(stats[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
