import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { useShownItems } from '../lib/hydration.ts';
import { itemsIn } from '../lib/pages.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { FocusRestorer } from './focus.tsx';
import { LoadMore } from './infinite-list.tsx';
import { Loaded } from './loaded.tsx';
import { Loading, Skeleton } from './loading.tsx';

type LoadMoreProps = ComponentProps<typeof LoadMore>;

type PagedListProps<Item> = {
  list: LoadMoreProps['list'] &
    Omit<ComponentProps<typeof Loaded>['query'], 'data'> & {
      data: { pages: { items: Item[]; next: string | null }[] } | undefined;
    };
  /** Names the region that gets the focus when its focused item is removed. */
  label?: string;
  /** Rendered above the list, in the region. */
  before?: ReactNode;
  loading: ReactNode;
  failedTitle: string;
  /** The empty state, or an element instead of its card. */
  empty: ComponentProps<typeof EmptyState> | ReactElement;
  /** Identifies the list, if one of several can be shown. A failure to load more concerns only that list. */
  listKey?: string;
  /** The button for more items. */
  more?: Omit<LoadMoreProps, 'list' | 'label'> & { label?: string };
  children: (items: readonly Item[]) => ReactNode;
};

type LoadingRowsProps = { label: string; count: number; before?: ReactNode; after?: ReactNode };

/** Placeholders for rows with two lines of text. */
export const LoadingRows = ({ label, count, before, after }: LoadingRowsProps) => (
  <Loading label={label}>
    <Card isPadded={false} className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3 md:px-6">
          {before}
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2 h-3.5 w-1/4" />
          </div>
          {after}
        </div>
      ))}
    </Card>
  </Loading>
);

/** A list with its loading, failure and empty states, and a button for more. The server renders the first items. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, label, before, loading, failedTitle, empty, listKey, more, children } = props;
  const items = useShownItems(list.data ? itemsIn(list.data) : []);
  const content = (
    <>
      {before}
      <Loaded query={list} loading={loading} failure={{ variant: 'card', title: failedTitle }}>
        {() =>
          items.length > 0 || list.hasNextPage ? (
            children(items)
          ) : isValidElement(empty) ? (
            empty
          ) : (
            <Card>
              <EmptyState {...empty} />
            </Card>
          )
        }
      </Loaded>
      <LoadMore
        key={listKey}
        list={list}
        label="Show more"
        busyLabel="Loading..."
        failedText="More could not be loaded."
        {...more}
      />
    </>
  );
  return label === undefined ? content : <FocusRestorer label={label}>{content}</FocusRestorer>;
}
