import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Loading } from './loading.tsx';
import { PagedList } from './paged-list.tsx';

type CardGridProps<Item> = Omit<
  ComponentProps<typeof PagedList<Item>>,
  'listKey' | 'loading' | 'failedTitle' | 'more' | 'children'
> & {
  /** The plural noun in messages. */
  noun: string;
  /** Placeholder of one card. */
  skeleton: ReactNode;
  skeletonCount?: number;
  /** Whether everything else that the cards need is loaded. */
  isReady?: boolean;
  /** False if something below the grid must stay reachable. More cards then load only by button. */
  loadsAutomatically?: boolean;
  className?: string;
  /** Rendered above the cards. */
  renderAbove?: (items: readonly Item[]) => ReactNode;
  children: (item: Item, index: number) => ReactNode;
};

/** A list of cards in columns, see `PagedList`. */
export function CardGrid<Item>(props: CardGridProps<Item>) {
  const { label, noun, skeleton, skeletonCount = 3, isReady = true } = props;
  const { loadsAutomatically = true, className = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3' } = props;
  const { list, before, empty, renderAbove, children } = props;
  const loading = (
    <Loading label={`Loading ${noun}`} className={className}>
      {Array.from({ length: skeletonCount }, (_, position) => (
        <Fragment key={position}>{skeleton}</Fragment>
      ))}
    </Loading>
  );
  if (!isReady) return loading;
  return (
    <PagedList
      list={list}
      {...(label !== undefined && { label })}
      before={before}
      loading={loading}
      failedTitle={`The ${noun} could not be loaded`}
      empty={empty}
      more={{
        label: 'Load more',
        failedText: `More ${noun} could not be loaded.`,
        ...(loadsAutomatically && { autoLoadPixels: 1200 }),
        className: 'pt-6 pb-2',
      }}
    >
      {(items) => (
        <>
          {renderAbove?.(items)}
          <ul className={className}>{items.map((item, index) => children(item, index))}</ul>
        </>
      )}
    </PagedList>
  );
}
