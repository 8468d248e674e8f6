import { leaderboardPeriods } from '@commons/contract/points';
import type { LeaderboardPeriod } from '@commons/contract/points/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Chips } from '../../ui/chips.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { settingsQuery } from '../members/index.ts';
import { EarningCard } from './earning-card.tsx';
import { LeaderboardList } from './leaderboard-list.tsx';
import { leaderboardQuery, standingQuery, streakQuery } from './points.api.ts';
import { KeepGoing, StandingCard } from './standing-card.tsx';

const labels: Record<LeaderboardPeriod, string> = { all: 'All time', month: 'This month', week: 'This week' };
const periods = leaderboardPeriods.map((value) => ({ value, label: labels[value] }));

const periodOf = (search: URLSearchParams): LeaderboardPeriod =>
  leaderboardPeriods.find((period) => period === search.get('period')) ?? 'all';

const prefetch: Prefetch = (queryClient, _params, search) => {
  const period = periodOf(search);
  void queryClient.prefetchInfiniteQuery(leaderboardQuery(period));
  void queryClient.prefetchQuery(standingQuery(period));
  void queryClient.prefetchQuery(streakQuery);
  void queryClient.prefetchQuery(settingsQuery);
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The period is in the URL, so that links and the back button restore it. */
export default function LeaderboardScreen() {
  const viewer = useViewer();
  const hasTwoColumns = useHasTwoColumns();
  const [search, setSearch] = useSearchParams();
  const period = periodOf(search);
  // A card of zeros is not the first thing on an empty screen.
  const isEmpty = useInfiniteQuery(leaderboardQuery(period)).data?.pages[0]?.items.length === 0;
  const sideCards = (
    <>
      <EarningCard />
      <KeepGoing period={period} />
    </>
  );
  return (
    <div className="flex flex-col gap-6">
      <div>
        <ScreenHeader title="Leaderboard" lead="Points count how often you took part, never how well you are." />
        <details className="mt-1 text-sm text-muted">
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-small font-semibold underline underline-offset-4 pointer-coarse:min-h-11">
            Why there is a list
          </summary>
          <p className="mt-1 max-w-160">
            Some people find it easier to keep going together, so everyone with a point is listed here. If a list does
            not help you, leave it in the card “Your Rank”: you keep your points.
          </p>
        </details>
      </div>
      <Chips
        label="Period"
        options={periods}
        value={period}
        onChange={(next) => setSearch(next === 'all' ? {} : { period: next }, { replace: true })}
      />
      {!isEmpty && <StandingCard period={period} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)] lg:items-start">
        {viewer && (
          <LeaderboardList
            key={period}
            period={period}
            viewer={viewer}
            interstitial={hasTwoColumns ? null : sideCards}
          />
        )}
        {hasTwoColumns && <div className="flex flex-col gap-6 max-lg:hidden">{sideCards}</div>}
      </div>
      {isEmpty && <StandingCard period={period} />}
    </div>
  );
}
