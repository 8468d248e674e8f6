import type { LeaderboardPeriod, Standing } from '@commons/contract/points/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatOrdinal } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { useViewer } from '../auth/index.ts';
import { DaysText } from './days-text.tsx';
import { LeaderboardCheckbox } from './leaderboard-settings.tsx';
import { Rank } from './medal.tsx';
import { standingQuery } from './points.api.ts';

/** The viewer's rank, and a checkbox to leave or join the leaderboard. */
export function StandingCard({ period }: { period: LeaderboardPeriod }) {
  // Members without points see one more line.
  const isNewcomer = useViewer()?.mindfulnessScore === 0;
  return (
    <Card as="section" aria-labelledby="standing-title">
      <h2 id="standing-title" className="text-lg">
        Your Rank
      </h2>
      <div
        className={classNames(
          'mt-2',
          isNewcomer
            ? 'min-h-25 sm:min-h-22 pointer-coarse:min-h-28'
            : 'min-h-30 sm:min-h-12 pointer-coarse:sm:min-h-17',
        )}
      >
        <Loaded
          query={useQuery(standingQuery(period))}
          loading={<StandingLoading isNewcomer={isNewcomer} />}
          failure={{ variant: 'line', text: 'Your rank could not be loaded.' }}
        >
          {(standing) => <StandingDetails standing={standing} period={period} />}
        </Loaded>
      </div>
      <div className="mt-4 border-t border-line pt-4 pointer-coarse:-mb-3 pointer-coarse:mt-1.5 pointer-coarse:pt-1.5">
        <LeaderboardCheckbox />
      </div>
    </Card>
  );
}

function StandingDetails({ standing, period }: { standing: Standing; period: LeaderboardPeriod }) {
  const { rank, showsOnLeaderboard, points, meditationMinutes } = standing;
  const hasCounts = rank !== null || points > 0 || meditationMinutes > 0;
  return (
    <>
      {rank === null && <p className="mb-3">{showsOnLeaderboard ? noPointsTexts[period] : notListedText}</p>}
      <div className="flex flex-col gap-x-12 gap-y-3 sm:flex-row sm:flex-wrap sm:items-baseline-last">
        {hasCounts && (
          <div className="flex flex-wrap items-baseline-last gap-x-8 gap-y-2 max-sm:justify-between">
            {rank !== null && (
              <p className="flex items-baseline gap-2">
                <Rank
                  rank={rank}
                  {...(rank > 3 && { displayText: formatOrdinal(rank) })}
                  label={formatCount(rank)}
                  className={rank <= 3 ? 'h-12 min-w-10 text-xl font-semibold' : 'font-heading text-2xl font-semibold'}
                />
                <span className="text-sm text-muted">{periodTexts[period]}</span>
              </p>
            )}
            <dl className="flex gap-x-6 text-sm">
              <Statistic label="Points" count={points} />
              {period === 'all' && <Statistic label="Minutes" count={meditationMinutes} />}
            </dl>
          </div>
        )}
        <div className={hasCounts ? 'sm:ms-auto sm:text-end' : undefined}>
          <DaysText className="text-sm text-muted" />
          <Link
            to={paths.points}
            className="mt-2 inline-flex min-h-6 items-center text-sm font-semibold text-primary underline-offset-4 hover:underline sm:mt-0 pointer-coarse:mt-0 pointer-coarse:min-h-11"
          >
            Points history
          </Link>
        </div>
      </div>
    </>
  );
}

const periodTexts: Record<LeaderboardPeriod, string> = { all: 'all time', month: 'this month', week: 'this week' };

const noPointsTexts: Record<LeaderboardPeriod, string> = {
  all: 'Your first point puts you on the list.',
  month: 'Your first point this month puts you on the list.',
  week: 'Your first point this week puts you on the list.',
};

const notListedText = 'You are not on the leaderboard. You still earn points, and you can come back at any time.';

const Statistic = ({ label, count }: { label: string; count: number }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="font-semibold tabular-nums">{formatCount(count)}</dd>
  </div>
);

const StandingLoading = ({ isNewcomer }: { isNewcomer: boolean }) => (
  <Loading label="Loading your rank">
    {isNewcomer ? <Skeleton className="h-4 w-4/5 sm:w-64" /> : <Skeleton className="h-8 w-24" />}
    {!isNewcomer && <Skeleton className="mt-4 h-8 w-4/5 sm:hidden" />}
    <Skeleton className="mt-4 h-4 w-3/5 sm:hidden" />
  </Loading>
);

/** The "Keep Going" card shows beyond this rank. */
const lastTopRank = 10;

export function KeepGoing({ period }: { period: LeaderboardPeriod }) {
  const { data } = useQuery(standingQuery(period));
  if (data?.rank == null || data.rank <= lastTopRank) return null;
  return (
    <Card as="section" aria-labelledby="keep-going-title" className="bg-primary-soft">
      <h2 id="keep-going-title" className="text-lg">
        Keep Going
      </h2>
      <p className="mt-1 text-sm">
        Each kind word and each quiet minute is good in itself, wherever your name stands. Take the time you need.
      </p>
    </Card>
  );
}
