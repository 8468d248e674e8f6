import { leaderboardPeriods } from '@commons/contract/points';
import type { LeaderboardPeriod } from '@commons/contract/points/schemas';
import { Flower2, Leaf, type LucideIcon, MessageCircleHeart, Sparkles, Timer } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { settingsQuery } from '../members/index.ts';
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
  const sideCards = (
    <>
      <EarningCard />
      <KeepGoing period={period} />
    </>
  );
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Leaderboard"
        lead="Points for kind words, small wins and quiet minutes. Taking part is optional."
      />
      <Chips
        label="Period"
        options={periods}
        value={period}
        onChange={(next) => setSearch(next === 'all' ? {} : { period: next }, { replace: true })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)] lg:items-start">
        {!hasTwoColumns && <StandingCard period={period} />}
        {viewer && (
          <LeaderboardList
            key={period}
            period={period}
            viewer={viewer}
            interstitial={hasTwoColumns ? null : sideCards}
          />
        )}
        {hasTwoColumns && (
          // On a narrow screen, the server's version has the parts at the same places as the browser's.
          <div className="flex flex-col gap-6 max-lg:contents">
            <div className="max-lg:order-first">
              <StandingCard period={period} />
            </div>
            <div className="contents max-lg:hidden">{sideCards}</div>
          </div>
        )}
      </div>
    </div>
  );
}

type EarningOption = { to: string; icon: LucideIcon; label: string; points: string };

/** Section 9 of the specification. */
const earningOptions: readonly EarningOption[] = [
  { to: paths.gratitudeWall, icon: Leaf, label: 'Gratitude note', points: '+1' },
  { to: paths.wellnessWins, icon: Sparkles, label: 'Wellness win', points: '+1' },
  { to: paths.home, icon: MessageCircleHeart, label: 'Post or reply', points: '+1' },
  { to: paths.meditations, icon: Timer, label: 'Minute of meditation', points: '+1' },
  { to: paths.meditations, icon: Flower2, label: 'Completed meditation', points: '+5 bonus' },
];

/** Lists the ways to earn points, with links. */
const EarningCard = () => (
  <Card as="section" aria-labelledby="earning-title">
    <h2 id="earning-title" className="text-lg">
      How to Earn Points
    </h2>
    <ul className="mt-2 -mb-2 flex flex-col">
      {earningOptions.map(({ to, icon: Icon, label, points }) => (
        <li key={label}>
          <Link
            to={to}
            className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 text-sm transition-colors hover:bg-primary-soft"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
            <span className="min-w-0 flex-1">{label}</span>
            <span className="shrink-0 font-semibold tabular-nums">{points}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);
