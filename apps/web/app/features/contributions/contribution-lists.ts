import type { LikeStatus } from '@commons/contract/feed';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import {
  type FreshPage,
  itemsIn,
  mapPages,
  pagedQuery,
  type Pages,
  readFresh,
  withFreshPage,
} from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { hearFigures, withFigures, withNewerState, withPress } from './figures.ts';

export type Known = { id: string; authorId: string };
type Likes = { likesCount: number; countsRevision: number };
export type Listed = Known & Likes & { isLiked: boolean };
type Call = { cursor?: string | null; signal?: AbortSignal };

type Parts<Item, Mark, Filter> = {
  /** The first part of the keys of its queries. */
  name: string;
  belongsTo: (mark: Mark, filter: Filter) => boolean;
  readPage: (filter: Filter, call: { cursor: string | null; signal?: AbortSignal }) => Promise<Page<Item>>;
  readItem: (id: string) => Promise<Item>;
};

/**
 * The loaded lists of what members write for everybody and like, newest first, each by a filter. What others write
 * meanwhile waits above them, because adding it would move what is being read: of that the `Mark` alone is known, as
 * much of an item as tells which lists it belongs to.
 */
export function contributionLists<Item extends Mark & Listed, Mark extends Known, Filter extends string>(
  parts: Parts<Item, Mark, Filter>,
) {
  const { name, belongsTo } = parts;
  const keys = {
    lists: [name, 'list'],
    list: (filter: Filter) => [name, 'list', filter] as const,
    arrived: [name, 'arrived'],
    creating: [name, 'creating'],
  } as const;

  const readPage = async (
    client: QueryClient,
    filter: Filter,
    { cursor = null, ...rest }: Call = {},
  ): Promise<Page<Item>> => {
    const page = await parts.readPage(filter, { cursor, ...rest });
    return { ...page, items: page.items.map((item) => withNewerState(client, item)) };
  };

  const loaded = (queryClient: QueryClient): { filter: Filter; list: Pages<Item> }[] =>
    queryClient
      .getQueriesData<Pages<Item>>({ queryKey: keys.lists })
      .flatMap(([key, list]) => (list ? [{ filter: key[2] as Filter, list }] : []));

  const changeArrived = (queryClient: QueryClient, change: (marks: Mark[]) => Mark[]): void => {
    queryClient.setQueryData<Mark[]>(keys.arrived, (marks = []) => change(marks));
  };
  const changeAll = (queryClient: QueryClient, change: (items: Item[]) => Item[]): void => {
    queryClient.setQueriesData<Pages<Item>>({ queryKey: keys.lists }, (list) => list && mapPages(list, change));
  };
  /** Changes an item wherever it is shown. */
  const change = (queryClient: QueryClient, id: string, changed: (item: Item) => Item): void =>
    changeAll(queryClient, (items) => items.map((item) => (item.id === id ? changed(item) : item)));

  return {
    keys,
    belongsTo,
    loaded,
    changeArrived,

    query: (filter: Filter) =>
      pagedQuery({
        queryKey: keys.list(filter),
        read: async ({ client, cursor, signal }) => {
          const page = await readPage(client, filter, { cursor, signal });
          const read = new Set(page.items.map(({ id }) => id));
          changeArrived(client, (marks) => marks.filter(({ id }) => !read.has(id)));
          return page;
        },
        // What others change about themselves is told by no frame: each visit reads it again, showing the last known first.
        ...staleOnVisit,
        gcTime: 60 * 60 * 1000,
      }),

    /** What others wrote and is on no list yet. */
    arrivedQuery: queryOptions({
      queryKey: keys.arrived,
      queryFn: (): Mark[] => [],
      initialData: (): Mark[] => [],
      gcTime: Infinity,
    }),

    /** One item as it is now; null when it is not there any more. */
    readItem: async (queryClient: QueryClient, id: string): Promise<Item | null> => {
      try {
        return withNewerState(queryClient, await parts.readItem(id));
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },

    isLoaded: (queryClient: QueryClient, itemId: string): boolean =>
      loaded(queryClient).some(({ list }) => itemsIn(list).some(({ id }) => id === itemId)),

    /** Shows an item as it was saved. It may have come to another list: that is read again. */
    replace: (queryClient: QueryClient, item: Item): void => {
      change(queryClient, item.id, () => withNewerState(queryClient, item));
      for (const { filter, list } of loaded(queryClient)) {
        const isThere = itemsIn(list).some(({ id }) => id === item.id);
        if (isThere !== belongsTo(item, filter))
          void queryClient.invalidateQueries({ queryKey: keys.list(filter), exact: true });
      }
    },

    /** Takes items away wherever they are shown. */
    remove: (queryClient: QueryClient, isGone: (item: Known) => boolean): void => {
      changeAll(queryClient, (items) => items.filter((item) => !isGone(item)));
      changeArrived(queryClient, (marks) => marks.filter((mark) => !isGone(mark)));
    },

    addOwn: (queryClient: QueryClient, item: Item): void => {
      for (const { filter, list } of loaded(queryClient))
        if (belongsTo(item, filter) && !itemsIn(list).some(({ id }) => id === item.id))
          queryClient.setQueryData<Pages<Item>>(
            keys.list(filter),
            mapPages(list, (items, index) => (index === 0 ? [item, ...items] : items)),
          );
      changeArrived(queryClient, (marks) => marks.filter(({ id }) => id !== item.id));
    },

    /** Reads the first page of a list anew, for `takeFreshPage`. */
    readFresh: (queryClient: QueryClient, filter: Filter): Promise<FreshPage<Item>> =>
      readFresh(queryClient.getQueryData<Pages<Item>>(keys.list(filter)), () => readPage(queryClient, filter)),

    /** A list with its first page read anew. What arrived at its top waits there, unless it is asked for. */
    takeFreshPage: (
      queryClient: QueryClient,
      filter: Filter,
      fresh: FreshPage<Item>,
      { viewerId, withArrived }: { viewerId: string; withArrived: boolean },
    ): void => {
      const list = queryClient.getQueryData<Pages<Item>>(keys.list(filter));
      if (!list) return;
      const newest = itemsIn(list)[0];
      const arrived = withArrived || newest === undefined ? [] : fresh.items.filter(({ id }) => id > newest.id);
      const items = fresh.items.filter((item) => !arrived.includes(item));
      queryClient.setQueryData<Pages<Item>>(
        keys.list(filter),
        items.length === 0 && arrived.length > 0 ? list : withFreshPage(list, { ...fresh, items }, viewerId),
      );
      const top = fresh.items[0];
      // What the list reaches from now on, further down, too.
      const isReached = (mark: Mark) =>
        withArrived && belongsTo(mark, filter) && (top === undefined || mark.id <= top.id);
      changeArrived(queryClient, (waiting) => [
        ...arrived.filter(({ id }) => !waiting.some((mark) => mark.id === id)),
        ...waiting.filter((mark) => !isReached(mark) && !items.some(({ id }) => id === mark.id)),
      ]);
    },

    /** Likes that a frame brings. */
    takeLikes: (queryClient: QueryClient, itemId: string, likes: Likes): void => {
      hearFigures(queryClient, itemId, likes);
      change(queryClient, itemId, (item) => withFigures(item, likes));
    },

    /** Shows what the viewer's press made of an item. */
    showPress:
      (queryClient: QueryClient, itemId: string) =>
      (status: LikeStatus): void =>
        change(queryClient, itemId, (shown) => withPress(shown, status)),
  };
}

export type ContributionLists<Item extends Mark & Listed, Mark extends Known, Filter extends string> = ReturnType<
  typeof contributionLists<Item, Mark, Filter>
>;
