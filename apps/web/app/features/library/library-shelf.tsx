import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { CsvDialog } from '../csv/index.ts';
import { ExternalCovers } from '../player/index.ts';
import { Recommendations } from '../recommendations/index.ts';
import { ItemCard } from './item-card.tsx';
import { type LibraryKind, libraryQuery, refreshLibrary } from './library.api.ts';
import { type Shelf, shelves } from './shelves.ts';

const ItemDialog = lazyDialog(async () => ({ default: (await import('./item-actions.tsx')).ItemDialog }));

/** The screen of all books or all podcasts. Admins can manage them. */
export function LibraryShelf({ kind }: { kind: LibraryKind }) {
  const shelf = shelves[kind];
  const viewer = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title={shelf.title} lead={shelf.intro} className="md:flex-nowrap">
        {viewer?.role === 'admin' && <AdminButtons shelf={shelf} viewerId={viewer.id} />}
      </ScreenHeader>
      <CardGrid
        noun={shelf.plural}
        label={shelf.title}
        list={useInfiniteQuery(libraryQuery(kind))}
        skeleton={<ItemSkeleton kind={kind} />}
        className={gridClass}
        empty={{ picture: shelf.plural, title: shelf.emptyTitle, text: shelf.emptyText }}
        loadsAutomatically={false}
        renderAbove={(items) => <ExternalCovers covers={items.map(({ coverUrl }) => coverUrl)} className="mb-4" />}
      >
        {(item) => <ItemCard key={item.id} shelf={shelf} item={item} viewerId={viewer?.id} />}
      </CardGrid>
      <Recommendations type={kind} />
    </div>
  );
}

function AdminButtons({ shelf, viewerId }: { shelf: Shelf; viewerId: string }) {
  const queryClient = useQueryClient();
  return (
    <div className="flex flex-wrap gap-3 md:shrink-0">
      <CsvDialog
        trigger={<Button variant="secondary">Import or export</Button>}
        kind={shelf.plural}
        title={shelf.title}
        onImported={() => void refreshLibrary(queryClient, shelf.kind).catch(() => undefined)}
      />
      <ItemDialog trigger={<Button>Add {shelf.noun}</Button>} shelf={shelf} memberId={viewerId} />
    </div>
  );
}

/** Three or four columns from tablet width, and fewer with large text. */
const gridClass =
  'grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(max(10rem,(100%-2.1rem)/3),1fr))] sm:gap-4 xl:grid-cols-[repeat(auto-fill,minmax(max(10rem,(100%-3.1rem)/4),1fr))]';

const ItemSkeleton = ({ kind }: { kind: LibraryKind }) => (
  <Card aria-hidden="true" isPadded={false} className="flex overflow-hidden sm:flex-col">
    <Skeleton className={classNames('w-28 shrink-0 sm:w-full', kind === 'book' ? 'aspect-2/3' : 'aspect-square')} />
    <div className="flex-1 p-3 sm:p-4">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-4 w-2/5" />
      <Skeleton className="mt-3 h-12" />
      <Skeleton className="mt-4 h-11 w-full" />
    </div>
  </Card>
);
