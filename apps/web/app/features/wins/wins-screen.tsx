import type { CurrentUser } from '@commons/contract/auth';
import { winCategories, type WinCategory } from '@commons/contract/wins';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type StartReads } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { ArrivalsButton } from '../contributions/index.ts';
import { WinCard } from './win-card.tsx';
import { type WinFilter, winLists } from './wins.api.ts';
import { newWins } from './wins.texts.ts';

const WinDialog = lazyDialog(async () => ({ default: (await import('./win-actions.tsx')).WinDialog }));

const filters: readonly { value: WinFilter; label: string }[] = [
  { value: 'all', label: 'All Wins' },
  ...Object.entries(winCategories).map(([value, label]) => ({ value: value as WinCategory, label })),
];

const filterOf = (search: URLSearchParams): WinFilter =>
  filters.find(({ value }) => value === search.get('category'))?.value ?? 'all';

const startReads: StartReads = (queryClient, _params, search) => {
  void queryClient.prefetchInfiniteQuery(winLists.query(filterOf(search)));
};
export const loader = pageLoader(startReads);
export const clientLoader = screenLoader(startReads);

/** The category is in the URL, so that links and the back button restore it. */
export default function WinsScreen() {
  const viewer = useViewer();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const shareButton = <Button disabled={!viewer}>Share a Win</Button>;
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Wellness Wins"
        lead="Whatever went well, however small. People here will be glad with you."
        className="sm:flex-nowrap"
      >
        {viewer ? <WinDialog trigger={shareButton} viewer={viewer} /> : shareButton}
      </ScreenHeader>
      <Chips
        label="Category"
        options={filters}
        value={filter}
        onChange={(next) => setSearch(next === 'all' ? {} : { category: next }, { replace: true })}
      />
      {viewer ? <WinList key={filter} filter={filter} viewer={viewer} /> : <WinsLoading />}
    </div>
  );
}

function WinList({ filter, viewer }: { filter: WinFilter; viewer: CurrentUser }) {
  return (
    <PagedList
      label="Wins"
      list={useInfiniteQuery(winLists.query(filter))}
      before={
        <ArrivalsButton
          lists={winLists}
          filter={filter}
          viewerId={viewer.id}
          countText={newWins}
          failedText="Failed to load new wins. Please try again."
          onLoaded={() => window.scrollTo({ top: 0 })}
        />
      }
      loading={<WinsLoading />}
      failedTitle="The wins could not be loaded"
      empty={
        filter === 'all'
          ? {
              picture: 'wins',
              title: 'No wins yet',
              text: 'Getting out of bed can be a win. So can finishing a marathon. Yours may be the first one here.',
            }
          : {
              picture: 'wins',
              title: `No wins under ${winCategories[filter]} yet`,
              text: 'When something goes well there, share it here.',
            }
      }
      more={{
        label: 'Load more',
        failedText: 'More wins could not be loaded.',
        autoLoadPixels: 1200,
        className: 'pt-6 pb-2',
      }}
    >
      {(wins) => (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {wins.map((win) => (
            <WinCard key={win.id} win={win} viewer={viewer} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const WinsLoading = () => (
  <Loading label="Loading wins" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    <WinSkeleton />
    <WinSkeleton />
    <WinSkeleton />
  </Loading>
);

const WinSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton isRound className="h-6 w-2/5" />
    <Skeleton className="mt-4 h-5 w-4/5" />
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
    <Skeleton className="mt-6 h-8 w-3/5" />
  </Card>
);
