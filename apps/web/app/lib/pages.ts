import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { Page } from './api-client.ts';

/** The loaded pages of a list, each with the cursor that requested it. */
export type Pages<Item> = InfiniteData<Page<Item>, string | null>;

export const itemsIn = <Item>({ pages }: Pick<Pages<Item>, 'pages'>): Item[] => pages.flatMap((page) => page.items);

/** Whether an entry is older than the loaded part of a newest-first list. A live frame can arrive late. */
export const isOlderThan = (list: Pick<Pages<{ id: string }>, 'pages'>, id: string): boolean => {
  const lastPage = list.pages.at(-1);
  const oldest = lastPage?.items.at(-1);
  return lastPage?.next != null && oldest !== undefined && id < oldest.id;
};

/** Returns the announced entries that belong above a list: neither loaded nor older than its loaded part. */
export const newerArrivals = <Entry extends { id: string }>(
  list: Pick<Pages<{ id: string }>, 'pages'> | undefined,
  announced: readonly Entry[],
): Entry[] => {
  if (!list) return [];
  const listed = new Set(itemsIn(list).map(({ id }) => id));
  return announced.filter(({ id }) => !listed.has(id) && !isOlderThan(list, id));
};

/** Maps the items of each page. Unchanged pages and lists keep their identity. */
export const mapPages = <Item>(list: Pages<Item>, change: (items: Item[], index: number) => Item[]): Pages<Item> => {
  const pages = list.pages.map((page, position) => {
    const items = change(page.items, position);
    const isSame = items.length === page.items.length && items.every((item, index) => item === page.items[index]);
    return isSame ? page : { ...page, items };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
};

/**
 * Groups items by the page in which each was first shown, as recorded in `groupOf`. After a refetch the page boundaries
 * shift. Without this, an item could move to another group and remount while a member writes in it.
 */
export const groupsOf = <Item extends { id: string }>(
  pages: readonly { items: readonly Item[] }[],
  groupOf: Map<string, number>,
): Item[][] => {
  const isKnown = ({ id }: Item): boolean => groupOf.has(id);
  const firstKnown = pages.flatMap(({ items }) => items).find(isKnown);
  // The start of the list is gone, so the list is a new one.
  if (firstKnown && groupOf.get(firstKnown.id) !== 0) groupOf.clear();
  const lastKnownPage = pages.findLastIndex(({ items }) => items.some(isKnown));
  const groups: Item[][] = [[]];
  for (const [index, { items }] of pages.entries()) {
    if (index > 0 && index > lastKnownPage) groups.push([]);
    for (const item of items) {
      while (groups.length <= (groupOf.get(item.id) ?? 0)) groups.push([]);
      groups.at(-1)?.push(item);
      if (!isKnown(item)) groupOf.set(item.id, groups.length - 1);
    }
  }
  return groups;
};

type AuthoredItem = { id: string; authorId: string };

/** A refetched first page, and the ids that were loaded when it was requested. */
export type FreshPage<Item> = Page<Item> & { knownIds: ReadonlySet<string> };

/** Refetches the first page of a list. The list may change in the meantime. */
export const readFresh = async <Item extends AuthoredItem>(
  list: Pages<Item> | undefined,
  read: () => Promise<Page<Item>>,
): Promise<FreshPage<Item>> => {
  const knownIds = new Set(list && itemsIn(list).map(({ id }) => id));
  return { ...(await read()), knownIds };
};

/**
 * Merges a refetched first page into a newest-first list. Keeps older items and changes made during the refetch.
 * If more items arrived than fit on one page, the gap cannot be filled, so the list starts over. The viewer's own items
 * do not prove that there is no gap, because they are added without reading.
 */
export const withFreshPage = <Item extends AuthoredItem>(
  list: Pages<Item>,
  { knownIds, ...fresh }: FreshPage<Item>,
  viewerId: string,
): Pages<Item> => {
  const loadedIds = new Set(itemsIn(list).map(({ id }) => id));
  const read = new Set(fresh.items.map(({ id }) => id));
  const [newest, oldest] = [fresh.items[0], fresh.items.at(-1)];
  const isNewer = ({ id }: Item) => newest === undefined || id > newest.id;
  const items = [
    ...itemsIn(list).filter((item) => !knownIds.has(item.id) && !read.has(item.id) && isNewer(item)),
    ...fresh.items.filter(({ id }) => loadedIds.has(id) || !knownIds.has(id)),
  ];
  const isOverlapping = fresh.items.some(({ id, authorId }) => loadedIds.has(id) && authorId !== viewerId);
  if (fresh.next === null || oldest === undefined || !isOverlapping)
    return { pages: [{ ...fresh, items }], pageParams: [null] };
  const older = mapPages(list, (before) => before.filter(({ id }) => id < oldest.id));
  return mapPages(older, (before, index) => (index === 0 ? [...items, ...before] : before));
};

type PagedQuery<Item> = {
  queryKey: QueryKey;
  read: (call: { cursor: string | null; signal: AbortSignal; client: QueryClient }) => Promise<Page<Item>>;
  staleTime?: number;
  gcTime?: number;
};

/** Pages that were read as the next page of a list. */
const nextPages = new WeakSet<object>();

/**
 * Merges the result of a read into a list. The query library returns the earlier pages as they were when the next page
 * was requested, which would undo changes made in the meantime.
 */
const mergeRead = <Item>(list: Pages<Item> | undefined, read: Pages<Item>): Pages<Item> => {
  const [page, cursor] = [read.pages.at(-1), read.pageParams.at(-1)];
  if (!list || !page || !nextPages.has(page) || read.pages.length <= list.pages.length) return read;
  // The list has started over in the meantime.
  if (cursor === undefined || cursor !== list.pages.at(-1)?.next) return list;
  return { pages: [...list.pages, page], pageParams: [...list.pageParams, cursor] };
};

/** Options of an infinite query with cursor pagination. */
export const pagedQuery = <Item>({ queryKey, read, ...options }: PagedQuery<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal, client }) => {
      const isNextPage = client.getQueryState(queryKey)?.fetchMeta?.fetchMore !== undefined;
      const page = await read({ cursor: pageParam, signal, client });
      if (isNextPage) nextPages.add(page);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Item>) => page.next,
    structuralSharing: (list, read) =>
      replaceEqualDeep(list, mergeRead(list as Pages<Item> | undefined, read as Pages<Item>)),
    ...options,
  });

/** Query parameters of a page request. */
export const cursorOf = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor });
