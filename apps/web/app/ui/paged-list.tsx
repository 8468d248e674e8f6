import type { ComponentProps, ReactNode } from 'react';
import { itemsIn } from '../lib/pages.ts';
import { useShownItems } from '../lib/take-over.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { FocusRestorer } from './focus-restorer.tsx';
import { LoadMore } from './infinite-list.tsx';
import { Loaded } from './loaded.tsx';

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
  empty: ComponentProps<typeof EmptyState>;
  /** The button for more items. */
  more?: Omit<LoadMoreProps, 'list' | 'label'> & { label?: string };
  children: (items: readonly Item[]) => ReactNode;
};

/** A list with its loading, failure and empty states, and a button for more. The server renders the first items. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, label, before, loading, failedTitle, empty, more, children } = props;
  const items = useShownItems(list.data ? itemsIn(list.data) : []);
  const content = (
    <>
      {before}
      <Loaded query={list} loading={loading} failure={{ variant: 'card', title: failedTitle }}>
        {() =>
          items.length === 0 && !list.hasNextPage ? (
            <Card>
              <EmptyState {...empty} />
            </Card>
          ) : (
            children(items)
          )
        }
      </Loaded>
      <LoadMore list={list} label="Show more" busyLabel="Loading..." failedText="More could not be loaded." {...more} />
    </>
  );
  return label === undefined ? content : <FocusRestorer label={label}>{content}</FocusRestorer>;
}
