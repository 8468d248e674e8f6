import { pointsReasons } from '@commons/contract/points';
import type { PointsEntry } from '@commons/contract/points/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatDuration } from '../../lib/locale.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadingRows, PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { DaysText } from './days-text.tsx';
import { pointsIcons } from './points-icons.ts';
import { historyQuery, streakQuery } from './points.api.ts';
import { pointsCount, pointsLabel } from './points.texts.ts';

const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(historyQuery);
  void queryClient.prefetchQuery(streakQuery);
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The viewer's points history, newest first. */
export default function PointsScreen() {
  const viewer = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Your Points"
        back={{ to: paths.leaderboard, label: 'Leaderboard' }}
        lead="Each point is a time you took part: it says nothing about how well you are. A day counts when you earn a point on it. Only you can see this list."
      />
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="font-heading text-xl font-semibold">{viewer ? pointsCount(viewer.mindfulnessScore) : '\u00A0'}</p>
        <DaysText className="text-sm text-muted" />
      </div>
      <PagedList
        list={useInfiniteQuery(historyQuery)}
        loading={<LoadingRows label="Loading your points" count={6} after={<Skeleton className="h-4 w-6" />} />}
        failedTitle="Your points could not be loaded"
        empty={{
          picture: 'leaderboard',
          title: 'No points yet',
          text: 'Each kind word, note of thanks, win and quiet minute will be listed here.',
          action: (
            <Link to={paths.gratitudeWall} className={buttonClass('secondary')}>
              Write a gratitude note
            </Link>
          ),
        }}
        more={{ autoLoadPixels: 1200 }}
      >
        {(entries) => (
          <Card isPadded={false}>
            <ol className="divide-y divide-line">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </Card>
        )}
      </PagedList>
    </div>
  );
}

function Entry({ entry }: { entry: PointsEntry }) {
  const { kind, points, seconds, isTakenBack, createdAt } = entry;
  const Icon = pointsIcons[kind] ?? Sprout;
  return (
    <li className="flex items-center gap-4 px-4 py-3 md:px-6">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
      <p className="min-w-0 flex-1 text-sm">
        {pointsReasons[kind] ?? 'Other points'}
        <span className="block text-xs text-muted">
          {isTakenBack && <span className="block">Removed after deletion</span>}
          {seconds > 0 && `${formatDuration(seconds, { unitDisplay: 'short' })} · `}
          <RelativeTime at={createdAt} className="inline-block" />
        </span>
      </p>
      <p className="shrink-0 text-sm text-muted tabular-nums">
        {points < 0 ? '−' : '+'}
        {formatCount(Math.abs(points))}
        <span className="sr-only"> {pointsLabel(Math.abs(points))}</span>
      </p>
    </li>
  );
}
