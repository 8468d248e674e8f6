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
import { storeLiveCounts, mergeCounts, withNewerState, withLikeStatus } from './counts.ts';

export type ContributionRef = { id: string; authorId: string };
type Likes = { likesCount: number; countsRevision: number };
export type LikeableContribution = ContributionRef & Likes & { isLiked: boolean };
type PageRequest = { cursor?: string | null; signal?: AbortSignal };

type ListOptions<Item, Summary, Filter> = {
  /** First segment of the query keys. */
  name: string;
  belongsTo: (summary: Summary, filter: Filter) => boolean;
  readPage: (filter: Filter, call: { cursor: string | null; signal?: AbortSignal }) => Promise<Page<Item>>;
  readItem: (id: string) => Promise<Item>;
};

/**
 * Cached lists of contributions that members can like, newest first, one for each filter. New items of other members
 * wait above the list, because inserting them would move the text that the member reads. Only the `Summary` of an item
 * that waits is stored: the fields that decide which lists it belongs to.
 */
export function contributionLists<
  Item extends Summary & LikeableContribution,
  Summary extends ContributionRef,
  Filter extends string,
>(options: ListOptions<Item, Summary, Filter>) {
  const { name, belongsTo } = options;
  const keys = {
    lists: [name, 'list'],
    list: (filter: Filter) => [name, 'list', filter] as const,
    arrivals: [name, 'arrived'],
    creating: [name, 'creating'],
  } as const;

  const readPage = async (
    client: QueryClient,
    filter: Filter,
    { cursor = null, ...rest }: PageRequest = {},
  ): Promise<Page<Item>> => {
    const page = await options.readPage(filter, { cursor, ...rest });
    return { ...page, items: page.items.map((item) => withNewerState(client, item)) };
  };

  const loadedLists = (queryClient: QueryClient): { filter: Filter; list: Pages<Item> }[] =>
    queryClient
      .getQueriesData<Pages<Item>>({ queryKey: keys.lists })
      .flatMap(([key, list]) => (list ? [{ filter: key[2] as Filter, list }] : []));

  const updateArrivals = (queryClient: QueryClient, change: (summaries: Summary[]) => Summary[]): void => {
    queryClient.setQueryData<Summary[]>(keys.arrivals, (summaries = []) => change(summaries));
  };
  const changeAll = (queryClient: QueryClient, change: (items: Item[]) => Item[]): void => {
    queryClient.setQueriesData<Pages<Item>>({ queryKey: keys.lists }, (list) => list && mapPages(list, change));
  };
  /** Changes an item in every list. */
  const change = (queryClient: QueryClient, id: string, changed: (item: Item) => Item): void =>
    changeAll(queryClient, (items) => items.map((item) => (item.id === id ? changed(item) : item)));

  return {
    keys,
    belongsTo,
    loadedLists,
    updateArrivals,

    query: (filter: Filter) =>
      pagedQuery({
        queryKey: keys.list(filter),
        read: async ({ client, cursor, signal }) => {
          const page = await readPage(client, filter, { cursor, signal });
          const pageIds = new Set(page.items.map(({ id }) => id));
          updateArrivals(client, (summaries) => summaries.filter(({ id }) => !pageIds.has(id)));
          return page;
        },
        // No frame reports changes of authors' profiles, so each visit refetches and shows cached items until then.
        ...staleOnVisit,
        gcTime: 60 * 60 * 1000,
      }),

    /** New items of other members that are not in a list yet. */
    arrivalsQuery: queryOptions({
      queryKey: keys.arrivals,
      queryFn: (): Summary[] => [],
      initialData: (): Summary[] => [],
      gcTime: Infinity,
    }),

    /** Refetches an item. Null if it no longer exists. */
    readItem: async (queryClient: QueryClient, id: string): Promise<Item | null> => {
      try {
        return withNewerState(queryClient, await options.readItem(id));
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },

    isLoaded: (queryClient: QueryClient, itemId: string): boolean =>
      loadedLists(queryClient).some(({ list }) => itemsIn(list).some(({ id }) => id === itemId)),

    /** Replaces an item with its saved version. Refetches the lists that it has entered or left. */
    replace: (queryClient: QueryClient, item: Item): void => {
      change(queryClient, item.id, () => withNewerState(queryClient, item));
      for (const { filter, list } of loadedLists(queryClient)) {
        const isListed = itemsIn(list).some(({ id }) => id === item.id);
        if (isListed !== belongsTo(item, filter))
          void queryClient.invalidateQueries({ queryKey: keys.list(filter), exact: true });
      }
    },

    /** Removes items from every list. */
    remove: (queryClient: QueryClient, shouldRemove: (item: ContributionRef) => boolean): void => {
      changeAll(queryClient, (items) => items.filter((item) => !shouldRemove(item)));
      updateArrivals(queryClient, (summaries) => summaries.filter((summary) => !shouldRemove(summary)));
    },

    addOwn: (queryClient: QueryClient, item: Item): void => {
      for (const { filter, list } of loadedLists(queryClient))
        if (belongsTo(item, filter) && !itemsIn(list).some(({ id }) => id === item.id))
          queryClient.setQueryData<Pages<Item>>(
            keys.list(filter),
            mapPages(list, (items, index) => (index === 0 ? [item, ...items] : items)),
          );
      updateArrivals(queryClient, (summaries) => summaries.filter(({ id }) => id !== item.id));
    },

    /** Refetches the first page of a list, for `mergeFreshPage`. */
    readFresh: (queryClient: QueryClient, filter: Filter): Promise<FreshPage<Item>> =>
      readFresh(queryClient.getQueryData<Pages<Item>>(keys.list(filter)), () => readPage(queryClient, filter)),

    /**
     * Merges a refetched first page into a list. New items at the top wait as arrivals unless `withArrivals` is true.
     */
    mergeFreshPage: (
      queryClient: QueryClient,
      filter: Filter,
      fresh: FreshPage<Item>,
      { viewerId, withArrivals }: { viewerId: string; withArrivals: boolean },
    ): void => {
      const list = queryClient.getQueryData<Pages<Item>>(keys.list(filter));
      if (!list) return;
      const newest = itemsIn(list)[0];
      const arrived = withArrivals || newest === undefined ? [] : fresh.items.filter(({ id }) => id > newest.id);
      const items = fresh.items.filter((item) => !arrived.includes(item));
      queryClient.setQueryData<Pages<Item>>(
        keys.list(filter),
        items.length === 0 && arrived.length > 0 ? list : withFreshPage(list, { ...fresh, items }, viewerId),
      );
      const top = fresh.items[0];
      // Includes arrivals that are further down in the list.
      const isIncluded = (summary: Summary) =>
        withArrivals && belongsTo(summary, filter) && (top === undefined || summary.id <= top.id);
      updateArrivals(queryClient, (waiting) => [
        ...arrived.filter(({ id }) => !waiting.some((summary) => summary.id === id)),
        ...waiting.filter((summary) => !isIncluded(summary) && !items.some(({ id }) => id === summary.id)),
      ]);
    },

    /** Applies likes from a live frame. */
    applyLikes: (queryClient: QueryClient, itemId: string, likes: Likes): void => {
      storeLiveCounts(queryClient, itemId, likes);
      change(queryClient, itemId, (item) => mergeCounts(item, likes));
    },

    /** Applies the viewer's like to an item. */
    applyViewerLike:
      (queryClient: QueryClient, itemId: string) =>
      (status: LikeStatus): void =>
        change(queryClient, itemId, (item) => withLikeStatus(item, status)),
  };
}

export type ContributionLists<
  Item extends Summary & LikeableContribution,
  Summary extends ContributionRef,
  Filter extends string,
> = ReturnType<typeof contributionLists<Item, Summary, Filter>>;
