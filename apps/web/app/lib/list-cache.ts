import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallOptions, Page } from './api-client.ts';
import { nullIfUnavailable } from './api-error.ts';
import { ignoreFailure, type LiveFeature } from './live.ts';
import {
  cursorOf,
  isOlderThan,
  itemsIn,
  mapPages,
  newerArrivals,
  newerItems,
  pagedQuery,
  type Pages,
  readFresh,
  withInserted,
  withNewest,
  withRead,
} from './pages.ts';
import { refetchNow, staleOnVisit } from './query-client.ts';

/**
 * Changes the items in all cached data below a key: pages, arrays, and single items. Null removes an item. A removed
 * single item becomes null, so that its screen shows that it is no longer available.
 */
export const updateItems = <Item extends object>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (item: Item) => Item | null,
): void => {
  const changeAll = (items: readonly Item[]): Item[] => items.map(change).filter((item) => item !== null);
  client.setQueriesData<unknown>({ queryKey }, (data: Pages<Item> | Item | Item[] | null | undefined) => {
    if (data == null) return data;
    if (Array.isArray(data)) return changeAll(data);
    return 'pages' in data ? mapPages(data, changeAll) : change(data);
  });
};

/** Adds an item at the top of a list. */
export const prependItem = (client: QueryClient, queryKey: QueryKey, item: object): void => {
  client.setQueryData<Pages<object>>(
    queryKey,
    (list) => list && mapPages(list, (items, index) => (index === 0 ? [item, ...items] : items)),
  );
};

type PageQuery = { cursor?: string; limit?: number };

const catchUpPageSize = 100;
/** Items on further pages stay unchanged until the next full load. */
const maxCatchUpPages = 10;

/** Whether the items reach back to the oldest loaded one. */
const covers = (items: readonly { id: string }[], list: Pages<{ id: string }>): boolean => {
  const [oldestRead, oldestLoaded] = [items.at(-1), itemsIn(list).at(-1)];
  return oldestRead !== undefined && (oldestLoaded === undefined || oldestRead.id <= oldestLoaded.id);
};

/** Reads pages until they cover a list, or end. */
export const readCovering = async <Item extends { id: string }>(
  list: Pages<Item>,
  readPage: (query: PageQuery) => Promise<Page<Item>>,
  maxPages: number,
): Promise<Page<Item>> => {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxPages; count += 1) {
    const page: Page<Item> = await readPage({ ...cursorOf(cursor), limit: catchUpPageSize });
    items.push(...page.items);
    cursor = page.next;
    if (cursor === null || covers(items, list)) break;
  }
  return { items, next: cursor };
};

export type Identified = { id: string; authorId?: string };

type ListCacheOptions<Item, Summary, Filter> = {
  /** First part of the query keys, as in `meta.changes`. */
  name: string;
  readPage: (filter: Filter, query: PageQuery, options?: CallOptions) => Promise<Page<Item>>;
  readItem?: (id: string, options?: CallOptions) => Promise<Item>;
  /** Adds newer known state to an item of a response, because responses and frames arrive in any order. */
  merge?: (client: QueryClient, response: Item) => Item;
  /** Whether an item is in a list. Called with the fields that live frames contain. */
  belongsTo?: (summary: Summary, filter: Filter) => boolean;
  /** Called with items before they are added at the top of a list. */
  onArrive?: (items: readonly Item[]) => void;
  onRemove?: (client: QueryClient, id: string) => void;
  staleTime?: number;
};

/**
 * Cached lists of one kind of item, one for each filter, and the items on their own screens. A change applies wherever
 * the item is cached.
 *
 * New items of other members wait as arrivals above a newest-first list, because inserting them would move the text that
 * the member reads. Only the `Summary` of an arrival is stored: the fields that decide which lists it belongs to.
 */
export function listCache<
  Item extends Summary,
  Filter extends string | number,
  Summary extends Identified = Identified,
>(options: ListCacheOptions<Item, Summary, Filter>) {
  const { name, merge = (_client, item) => item, belongsTo = () => true, onArrive, onRemove, staleTime } = options;
  const keys = {
    lists: [name, 'list'],
    list: (filter: Filter) => [name, 'list', filter] as const,
    items: [name, 'one'],
    item: (id: string) => [name, 'one', id] as const,
    arrivals: [name, 'arrived'],
    creating: [name, 'creating'],
  } as const;

  const readPage = async (
    client: QueryClient,
    filter: Filter,
    query: PageQuery = {},
    callOptions?: CallOptions,
  ): Promise<Page<Item>> => {
    const page = await options.readPage(filter, query, callOptions);
    return { ...page, items: page.items.map((item) => merge(client, item)) };
  };

  const findList = (client: QueryClient, filter: Filter): Pages<Item> | undefined =>
    client.getQueryData<Pages<Item>>(keys.list(filter));
  const loadedLists = (client: QueryClient): { filter: Filter; list: Pages<Item> }[] =>
    client
      .getQueriesData<Pages<Item>>({ queryKey: keys.lists })
      .flatMap(([key, list]) => (list ? [{ filter: key[2] as Filter, list }] : []));
  const findListed = (client: QueryClient, id: string): Item | undefined =>
    loadedLists(client)
      .flatMap(({ list }) => itemsIn(list))
      .find((item) => item.id === id);
  /** Finds an item in all cached data. */
  const find = (client: QueryClient, id: string): Item | undefined =>
    client.getQueryData<Item | null>(keys.item(id)) ?? findListed(client, id);

  const updateAll = (client: QueryClient, change: (item: Item) => Item): void => {
    for (const queryKey of [keys.lists, keys.items]) updateItems(client, queryKey, change);
  };
  const update = (client: QueryClient, id: string, change: (item: Item) => Item): void =>
    updateAll(client, (item) => (item.id === id ? change(item) : item));

  /** Replaces an item with its saved version. Refetches the lists that it has entered or left. */
  const replace = (client: QueryClient, response: Item): void => {
    const before = findListed(client, response.id);
    update(client, response.id, () => merge(client, response));
    for (const { filter } of loadedLists(client))
      if (before && belongsTo(before, filter) !== belongsTo(response, filter))
        void client.invalidateQueries({ queryKey: keys.list(filter), exact: true });
  };

  const updateArrivals = (client: QueryClient, change: (arrivals: Summary[]) => Summary[]): void => {
    client.setQueryData<Summary[]>(keys.arrivals, (arrivals = []) => change(arrivals));
  };
  const addArrivals = (client: QueryClient, summaries: readonly Summary[]): void =>
    updateArrivals(client, (arrivals) => [
      ...summaries.filter(({ id }) => !arrivals.some((arrival) => arrival.id === id)),
      ...arrivals,
    ]);

  /** Removes items from the cache, for example all of an author. */
  const removeWhere = (client: QueryClient, shouldRemove: (item: Summary) => boolean): void => {
    for (const queryKey of [keys.lists, keys.items, keys.arrivals])
      updateItems<Summary>(client, queryKey, (item) => (shouldRemove(item) ? null : item));
  };
  const remove = (client: QueryClient, id: string): void => {
    removeWhere(client, (item) => item.id === id);
    onRemove?.(client, id);
  };

  const query = (filter: Filter) =>
    pagedQuery({
      queryKey: keys.list(filter),
      read: async ({ client, cursor, signal }) => {
        const knownIds = new Set(client.getQueryData<Summary[]>(keys.arrivals)?.map(({ id }) => id));
        const page = await readPage(client, filter, cursorOf(cursor), { signal });
        // The first page contains all arrivals that were known before the request.
        if (cursor === null)
          updateArrivals(client, (arrivals) =>
            arrivals.filter((arrival) => !knownIds.has(arrival.id) || !belongsTo(arrival, filter)),
          );
        return page;
      },
      ...(staleTime !== undefined && { staleTime }),
      // Long enough that the list is still cached after the member has read an item on its own screen.
      gcTime: 60 * 60 * 1000,
    });

  const arrivalsQuery = queryOptions({
    queryKey: keys.arrivals,
    // Never fetched, because the cache is the only source.
    queryFn: (): Summary[] => [],
    initialData: (): Summary[] => [],
    gcTime: Infinity,
  });

  /** Reads an item. Null if it is unavailable. */
  const readItem = async (client: QueryClient, id: string, callOptions?: CallOptions): Promise<Item | null> => {
    const response = await options.readItem?.(id, callOptions).catch(nullIfUnavailable);
    return response ? merge(client, response) : null;
  };

  /** Query for one item. Starts with the data of a loaded list, then refetches. Null if the item is unavailable. */
  const itemQuery = (client: QueryClient, id: string) =>
    queryOptions({
      queryKey: keys.item(id),
      queryFn: ({ signal }) => readItem(client, id, { signal }),
      initialData: () => findListed(client, id),
      initialDataUpdatedAt: 0,
      ...staleOnVisit,
    });

  /** Refetches an item if it is loaded. Returns null if it is no longer available. */
  const refresh = async (client: QueryClient, id: string): Promise<Item | null | undefined> => {
    if (!find(client, id)) return undefined;
    const item = await refetchNow(client, itemQuery(client, id));
    if (item === null) remove(client, id);
    else replace(client, item);
    return item;
  };

  /**
   * Updates a list after a gap in the live connection, without shifting the visible content. Returns the ids of removed
   * items.
   */
  const catchUp = async (client: QueryClient, filter: Filter): Promise<string[]> => {
    const list = findList(client, filter);
    if (!list) return [];
    // Cancels a catch-up that began before the socket opened, because it may lack items.
    const fresh = await refetchNow(client, {
      queryKey: [name, 'catch-up', filter],
      queryFn: ({ signal }) =>
        readFresh(list, () =>
          readCovering(
            list,
            ({ limit, ...query }) =>
              // Uses the URL of the first request, so that the server can often respond "304 Not Modified".
              readPage(client, filter, { ...query, ...(list.pages.length > 1 && { limit }) }, { signal }),
            maxCatchUpPages,
          ),
        ),
      gcTime: 0,
    });
    const current = findList(client, filter);
    if (!current) return [];
    // Merged again, because the first pages of the response may be much older than the last one.
    const items = fresh.items.map((item) => merge(client, item));
    addArrivals(client, newerItems(current, items));
    client.setQueryData(keys.list(filter), withRead(current, { ...fresh, items }));
    return [...fresh.knownIds].filter((id) => !find(client, id));
  };

  return {
    name,
    keys,
    query,
    readPage,
    readItem,
    itemQuery,
    find,
    findList,
    update,
    updateAll,
    replace,
    remove,
    removeWhere,
    refresh,
    catchUp,

    /** Adds a new item at the top of the lists that it belongs to. */
    add: (client: QueryClient, item: Item): void => {
      if (!findListed(client, item.id)) onArrive?.([item]);
      for (const { filter, list } of loadedLists(client))
        if (belongsTo(item, filter) && !itemsIn(list).some(({ id }) => id === item.id))
          prependItem(client, keys.list(filter), item);
      updateArrivals(client, (arrivals) => arrivals.filter(({ id }) => id !== item.id));
    },

    /** Loads the newest items into a list. The caller scrolls to the top, because the list may start over. */
    loadNewest: async (client: QueryClient, filter: Filter, viewerId: string): Promise<void> => {
      const list = findList(client, filter);
      if (!list) return;
      const fresh = await readFresh(list, () => readPage(client, filter));
      const current = findList(client, filter);
      if (!current) return;
      onArrive?.(fresh.items.filter(({ id }) => !findListed(client, id)));
      client.setQueryData(keys.list(filter), withNewest(current, fresh, viewerId));
      const newest = fresh.items[0];
      // Arrivals newer than this response stay counted.
      updateArrivals(client, (arrivals) =>
        arrivals.filter((arrival) => !belongsTo(arrival, filter) || (newest !== undefined && arrival.id > newest.id)),
      );
    },

    /** Inserts items that have become visible again, in order. Newer ones only increase the count of arrivals. */
    restore: (client: QueryClient, filter: Filter, items: readonly Item[]): void => {
      const list = findList(client, filter);
      if (!list) return;
      const newer = new Set(newerItems(list, items));
      client.setQueryData(
        keys.list(filter),
        withInserted(
          list,
          items.filter((item) => !newer.has(item)),
        ),
      );
      addArrivals(client, [...newer]);
    },

    arrivalsQuery,

    /** Returns the number of arrivals that belong above a list. */
    countArrivals: (
      list: Pick<Pages<Item>, 'pages'> | undefined,
      arrivals: readonly Summary[],
      filter: Filter,
    ): number => newerArrivals(list, arrivals).filter((arrival) => belongsTo(arrival, filter)).length,

    /** Handlers of live frames that keep the lists current. */
    live: (client: QueryClient, viewerId: string) => ({
      created: (summary: Summary): void => {
        // The response to the viewer's own call adds the item. Counting it here would announce it to its author.
        if (summary.authorId === viewerId && client.isMutating({ mutationKey: keys.creating }) > 0) return;
        // A first request in flight may have begun before this item was created.
        const isLoading =
          client.isFetching({ queryKey: keys.lists, predicate: ({ state }) => state.data === undefined }) > 0;
        const isNew = loadedLists(client).some(
          ({ filter, list }) => belongsTo(summary, filter) && !isOlderThan(list, summary.id),
        );
        if ((isLoading || isNew) && !find(client, summary.id)) addArrivals(client, [summary]);
      },
      updated: (id: string): void => void refresh(client, id).catch(ignoreFailure),
      deleted: (id: string): void => remove(client, id),
      changes: {
        'hidden.changed': ({ userId, change }) => {
          if (change === 'blocked') removeWhere(client, ({ authorId }) => authorId === userId);
          if (change === 'unblocked') void client.invalidateQueries({ queryKey: keys.lists });
        },
      } satisfies LiveFeature['changes'],
      onOpened: [
        async (): Promise<void> => {
          for (const { filter } of loadedLists(client)) await catchUp(client, filter);
        },
      ],
    }),
  };
}

export type ListCache<Item extends Summary, Filter extends string | number, Summary extends Identified> = ReturnType<
  typeof listCache<Item, Filter, Summary>
>;

/** The part of a list cache that likes and comments use. */
export type ItemCache<Item> = {
  name: string;
  remove: (client: QueryClient, id: string) => void;
  update: (client: QueryClient, id: string, change: (item: Item) => Item) => void;
};
