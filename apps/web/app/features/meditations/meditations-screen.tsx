import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { AdminsNote } from '../../ui/admins-note.tsx';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { ExternalCovers, listSavedMeditations, usePlayerMemberId } from '../player/index.ts';
import { ContinueListening } from './continue-listening.tsx';
import { FilterRow } from './filter-row.tsx';
import { MeditationCard } from './meditation-card.tsx';
import { formatFilter, type MeditationFilter, parseFilter } from './meditation-filter.ts';
import { filtersQuery, meditationsQuery } from './meditations.api.ts';

const MeditationDialog = lazyDialog(async () => ({
  default: (await import('./meditation-dialog.tsx')).MeditationDialog,
}));

const prefetch: Prefetch = (queryClient, _params, search) => {
  void queryClient.prefetchQuery(filtersQuery);
  void queryClient.prefetchInfiniteQuery(meditationsQuery(parseFilter(search)));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The meditations. The chosen theme and length are in the URL, so that links, reloads and the back button keep them. */
export default function MeditationsScreen() {
  const viewer = useViewer();
  const memberId = usePlayerMemberId();
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title="Meditations" lead="For mornings, breaks and sleepless nights." className="sm:flex-nowrap">
        {viewer?.role === 'admin' && (
          <MeditationDialog trigger={<Button>Add Meditation</Button>} memberId={viewer.id} />
        )}
        {viewer?.role === 'manager' && <AdminsNote noun="meditations" />}
      </ScreenHeader>
      {memberId !== null && <ContinueListening memberId={memberId} />}
      <MeditationList memberId={memberId} />
    </div>
  );
}

/** Two, three or four columns, fewer with large text. */
const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,(100%-1.1rem)/2),1fr))] gap-3 sm:gap-4 md:grid-cols-[repeat(auto-fill,minmax(max(10rem,(100%-2.1rem)/3),1fr))] xl:grid-cols-[repeat(auto-fill,minmax(max(12rem,(100%-3.1rem)/4),1fr))]';

function MeditationList({ memberId }: { memberId: string | null }) {
  const viewer = useViewer();
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = parseFilter(searchParams);
  const key = formatFilter(filter);
  const filters = useQuery(filtersQuery);
  const list = useInfiniteQuery(meditationsQuery(filter));
  const select = (next: MeditationFilter) => setSearchParams(formatFilter(next), { preventScrollReset: true });
  if (list.isError && list.data === undefined && memberId !== null) {
    const saved = listSavedMeditations(memberId);
    if (saved.length > 0)
      return (
        <section aria-label="Meditations on this device" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">The others could not be loaded. These are on this device.</p>
            <Button variant="secondary" size="small" isPending={list.isFetching} onClick={() => void list.refetch()}>
              Try again
            </Button>
          </div>
          <ul className={gridClass}>
            {saved.map(({ meditation }) => (
              <MeditationCard key={meditation.id} meditation={meditation} memberId={memberId} />
            ))}
          </ul>
        </section>
      );
  }
  return (
    <>
      {filters.data && <FilterRow offered={filters.data} filter={filter} onChange={select} />}
      <CardGrid
        key={key}
        noun="meditations"
        label="Meditations"
        list={list}
        // The filters and the cards appear together, so that nothing moves.
        isReady={!filters.isPending}
        skeleton={<MeditationSkeleton />}
        className={gridClass}
        empty={
          key === ''
            ? {
                picture: 'night',
                title: 'No meditations yet',
                text: 'Check back soon for guided meditation sessions.',
                action: viewer?.role === 'admin' && (
                  <MeditationDialog
                    trigger={<Button variant="secondary">Add the first one</Button>}
                    memberId={viewer.id}
                  />
                ),
              }
            : {
                picture: 'night',
                title: 'No meditations like this yet',
                text: 'Another theme or length may have one.',
                action: (
                  <Button variant="secondary" onClick={() => select({})}>
                    Show all meditations
                  </Button>
                ),
              }
        }
        renderAbove={(meditations) => (
          <ExternalCovers covers={meditations.map(({ albumCoverUrl }) => albumCoverUrl)} className="mb-4" />
        )}
      >
        {(meditation) => <MeditationCard key={meditation.id} meditation={meditation} memberId={memberId} />}
      </CardGrid>
    </>
  );
}

const MeditationSkeleton = () => (
  <Card aria-hidden="true" isPadded={false} className="overflow-hidden">
    <Skeleton className="aspect-square w-full" />
    <div className="p-3 sm:p-4">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-4 w-2/5" />
    </div>
  </Card>
);
