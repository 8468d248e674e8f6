import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { AdminsNote } from '../../ui/admins-note.tsx';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { CsvDialog } from '../csv/index.ts';
import { ExternalCovers } from '../player/index.ts';
import { WithRecommendations } from '../recommendations/index.ts';
import { Board, coverPlaceClass, ItemCard } from './item-card.tsx';
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
        {viewer?.role === 'manager' && <AdminsNote noun={shelf.plural} />}
      </ScreenHeader>
      <WithRecommendations type={kind} label="On our shelf">
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
          {(item, index) => <ItemCard key={item.id} shelf={shelf} item={item} position={index} viewerId={viewer?.id} />}
        </CardGrid>
      </WithRecommendations>
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

/** Two columns on phones and three on wider screens. Fewer with large text. */
const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-8 overflow-x-clip [overflow-clip-margin:0px] sm:grid-cols-[repeat(auto-fill,minmax(max(9.5rem,(100%-3.1rem)/3),1fr))] sm:gap-x-6';

const ItemSkeleton = ({ kind }: { kind: LibraryKind }) => (
  <div aria-hidden="true">
    <div className={classNames('flex items-end', coverPlaceClass[kind])}>
      <Skeleton className={classNames('h-full', kind === 'book' ? 'aspect-2/3' : 'aspect-square')} />
    </div>
    <Board />
    <Skeleton className="mt-3 h-5 w-4/5" />
    <Skeleton className="mt-2 h-4 w-2/5" />
    <Skeleton className="mt-3 h-16" />
  </div>
);
