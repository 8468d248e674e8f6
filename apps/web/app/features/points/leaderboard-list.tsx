import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { LeaderboardEntry, LeaderboardPeriod } from '@commons/contract/points/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShownItems } from '../../lib/hydration.ts';
import { formatCount } from '../../lib/locale.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { Rank } from './medal.tsx';
import { leaderboardQuery } from './points.api.ts';
import { minutesCount, pointsCount } from './points.texts.ts';

/** Number of rows before the interstitial cards, on screens with one column. */
const rowsBeforeInterstitial = 10;

type LeaderboardListProps = { period: LeaderboardPeriod; viewer: CurrentUser; interstitial: ReactNode };

export function LeaderboardList({ period, viewer, interstitial }: LeaderboardListProps) {
  const list = useInfiniteQuery(leaderboardQuery(period));
  const entries = useShownItems(list.data ? itemsIn(list.data) : []);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Loaded
        query={list}
        loading={
          <LoadingRows
            label="Loading the leaderboard"
            count={8}
            before={
              <>
                <Skeleton className="h-6 w-8" />
                <Skeleton isRound className="size-11 shrink-0" />
              </>
            }
            after={<Skeleton className="h-4 w-16" />}
          />
        }
        failure={{ variant: 'card', title: 'The leaderboard could not be loaded' }}
      >
        {() => {
          const firstEntries = interstitial === null ? entries : entries.slice(0, rowsBeforeInterstitial);
          const renderRows = (shownEntries: readonly LeaderboardEntry[]) => (
            <Rows entries={shownEntries} period={period} viewerId={viewer.id} />
          );
          return (
            <>
              {firstEntries.length > 0 ? renderRows(firstEntries) : <EmptyLeaderboard period={period} />}
              {interstitial}
              {firstEntries.length < entries.length && renderRows(entries.slice(firstEntries.length))}
              <LoadMore
                list={list}
                label="Show more"
                busyLabel="Loading..."
                failedText="More members could not be loaded."
                autoLoadPixels={1200}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

type RowsProps = { entries: readonly LeaderboardEntry[]; period: LeaderboardPeriod; viewerId: string };

const Rows = ({ entries, period, viewerId }: RowsProps) => (
  <Card isPadded={false} className="@container overflow-hidden">
    <ol aria-label="Ranked members" className="divide-y divide-line">
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} period={period} isOwn={entry.id === viewerId} />
      ))}
    </ol>
  </Card>
);

function Row({ entry, period, isOwn }: { entry: LeaderboardEntry; period: LeaderboardPeriod; isOwn: boolean }) {
  const { rank, points, mindfulnessScore, meditationMinutes } = entry;
  return (
    <li className={classNames('flex flex-wrap items-center gap-x-3 px-4 py-3 md:px-6', isOwn && 'bg-primary-soft')}>
      <Rank
        rank={rank}
        label={formatCount(rank)}
        className={classNames('h-10 min-w-8 shrink-0 font-semibold', rank > 3 && 'text-sm text-muted')}
      />
      {/* Hidden on phones with large text, where the name needs the space. */}
      <span className="@max-[18rem]:hidden">
        <MemberAvatarLink member={entry} />
      </span>
      <div className="min-w-0 flex-1 basis-24">
        <p className="leading-snug">
          <MemberName member={entry} />
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {isOwn && <span className="font-semibold text-primary">You</span>}
          {period === 'all' && minutesCount(meditationMinutes)}
          {period !== 'all' && mindfulnessScore !== points && `${formatCount(mindfulnessScore)} total`}
        </p>
      </div>
      <p className="ms-auto shrink-0 text-end text-sm text-muted tabular-nums">{pointsCount(points)}</p>
    </li>
  );
}

const emptyTitles: Record<LeaderboardPeriod, string> = {
  all: 'No one is listed yet',
  month: 'A new month',
  week: 'A new week',
};

const EmptyLeaderboard = ({ period }: { period: LeaderboardPeriod }) => (
  <Card>
    <EmptyState
      picture="leaderboard"
      title={emptyTitles[period]}
      text="A kind word, a note of thanks or a quiet minute puts the first name here."
      action={
        <Link to={paths.gratitudeWall} className={buttonClass('secondary')}>
          Write a gratitude note
        </Link>
      }
    />
  </Card>
);
