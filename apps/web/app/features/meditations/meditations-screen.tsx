import { useInfiniteQuery } from '@tanstack/react-query';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn } from '../../lib/pages.ts';
import { screenLoader, type StartReads } from '../../lib/query-client.ts';
import { useShownItems } from '../../lib/take-over.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FocusRestorer } from '../../ui/focus-restorer.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer } from '../auth/index.ts';
import { ExternalCovers, listSavedMeditations, usePlayerMemberId } from '../player/index.ts';
import { MeditationCard } from './meditation-card.tsx';
import { meditationsQuery } from './meditations.api.ts';

const MeditationDialog = lazyDialog(async () => ({
  default: (await import('./meditation-dialog.tsx')).MeditationDialog,
}));

const startReads: StartReads = (queryClient) => void queryClient.prefetchInfiniteQuery(meditationsQuery);
export const loader = pageLoader(startReads);
export const clientLoader = screenLoader(startReads);

export default function MeditationsScreen() {
  const viewer = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Meditations</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4 sm:flex-nowrap">
        <div>
          <h1 className="text-2xl">Meditations</h1>
          <p className="mt-1 text-muted">For mornings, breaks and sleepless nights.</p>
        </div>
        {viewer?.role === 'admin' && (
          <MeditationDialog trigger={<Button>Add Meditation</Button>} memberId={viewer.id} />
        )}
      </div>
      <MeditationList />
    </div>
  );
}

/** Two or three columns, fewer with large text. */
const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,(100%-1.1rem)/2),1fr))] gap-3 sm:gap-4 md:grid-cols-[repeat(auto-fill,minmax(max(10rem,(100%-2.1rem)/3),1fr))]';

function MeditationList() {
  const list = useInfiniteQuery(meditationsQuery);
  const meditations = useShownItems(list.data ? itemsIn(list.data) : []);
  const memberId = usePlayerMemberId();
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
    <FocusRestorer label="Meditations">
      <Loaded
        query={list}
        loading={<MeditationsLoading />}
        failure={{ variant: 'card', title: 'The meditations could not be loaded' }}
      >
        {() =>
          meditations.length === 0 && !list.hasNextPage ? (
            <Card>
              <EmptyState
                picture="night"
                title="No meditations yet"
                text="Check back soon for guided meditation sessions."
              />
            </Card>
          ) : (
            <>
              <ExternalCovers covers={meditations.map(({ albumCoverUrl }) => albumCoverUrl)} className="mb-4" />
              <ul className={gridClass}>
                {meditations.map((meditation) => (
                  <MeditationCard key={meditation.id} meditation={meditation} memberId={memberId} />
                ))}
              </ul>
              <LoadMore
                list={list}
                label="Load more"
                busyLabel="Loading..."
                failedText="More meditations could not be loaded."
                autoLoadPixels={1200}
                className="pt-6 pb-2"
              />
            </>
          )
        }
      </Loaded>
    </FocusRestorer>
  );
}

const MeditationsLoading = () => (
  <Loading label="Loading meditations" className={gridClass}>
    <MeditationSkeleton />
    <MeditationSkeleton />
    <MeditationSkeleton />
  </Loading>
);

const MeditationSkeleton = () => (
  <Card aria-hidden="true" isPadded={false} className="overflow-hidden">
    <Skeleton className="aspect-square w-full" />
    <div className="p-3 sm:p-4">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-4 w-2/5" />
      <Skeleton className="mt-4 h-11 w-full" />
    </div>
  </Card>
);
