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

type AuthoredItem = { id: string; authorId?: string };

const idsIn = (list: Pages<{ id: string }>): Set<string> => new Set(itemsIn(list).map(({ id }) => id));

/** The newest items of a list without gaps, and the ids that were loaded when they were requested. */
export type FreshItems<Item> = Page<Item> & { knownIds: ReadonlySet<string> };

/** Reads the newest items of a list. The list may change in the meantime. */
export const readFresh = async <Item extends AuthoredItem>(
  list: Pages<Item>,
  read: () => Promise<Page<Item>>,
): Promise<FreshItems<Item>> => {
  const knownIds = idsIn(list);
  return { ...(await read()), knownIds };
};

/**
 * Updates a newest-first list after a gap in the live connection: replaces loaded items and removes missing ones. Newer
 * items are not inserted, because that would shift the content.
 */
export const withRead = <Item extends AuthoredItem>(
  list: Pages<Item>,
  { items, next, knownIds }: FreshItems<Item>,
): Pages<Item> => {
  const freshById = new Map(items.map((item) => [item.id, item]));
  const oldest = items.at(-1);
  const isCovered = (id: string) => next === null || (oldest !== undefined && id >= oldest.id);
  const isMissing = ({ id }: Item) => isCovered(id) && knownIds.has(id) && !freshById.has(id);
  return mapPages(list, (loaded) =>
    loaded.filter((item) => !isMissing(item)).map((item) => freshById.get(item.id) ?? item),
  );
};

/** Returns the items that are newer than a list. */
export const newerItems = <Item extends AuthoredItem>(list: Pages<Item>, items: readonly Item[]): Item[] => {
  const loadedIds = idsIn(list);
  const newest = itemsIn(list)[0];
  return items.filter(({ id }) => !loadedIds.has(id) && (newest === undefined || id > newest.id));
};

/** Inserts items into a newest-first list, in order. Items of pages that are not loaded are left out. */
export const withInserted = <Item extends AuthoredItem>(list: Pages<Item>, items: readonly Item[]): Pages<Item> => {
  const loadedIds = idsIn(list);
  let remaining = items.filter(({ id }) => !loadedIds.has(id));
  const pages = list.pages.map((page) => {
    const oldest = page.items.at(-1);
    // A page extends to its last item. The last page of all extends to the first item of the community.
    const isInPage = ({ id }: Item) => page.next === null || (oldest !== undefined && id > oldest.id);
    const added = remaining.filter(isInPage);
    if (added.length === 0) return page;
    remaining = remaining.filter((item) => !isInPage(item));
    // The server orders by id, which begins with the creation time.
    return { ...page, items: [...page.items, ...added].toSorted((a, b) => (a.id < b.id ? 1 : -1)) };
  });
  return { ...list, pages };
};

/**
 * Adds the newest items to a newest-first list. If there are more than fit on one page, a gap would remain, so the list
 * starts over. The viewer's own items do not prove that there is no gap, because they are added without a request.
 */
export const withNewest = <Item extends AuthoredItem>(
  list: Pages<Item>,
  fresh: FreshItems<Item>,
  viewerId: string,
): Pages<Item> => {
  const loadedIds = idsIn(list);
  const isRemoved = ({ id }: Item) => fresh.knownIds.has(id) && !loadedIds.has(id);
  const items = fresh.items.filter((item) => !isRemoved(item));
  const hasNoGap = fresh.next === null || items.some(({ id, authorId }) => loadedIds.has(id) && authorId !== viewerId);
  if (hasNoGap) return withInserted(withRead(list, fresh), items);
  const addedDuringRead = itemsIn(list).filter(({ id }) => !fresh.knownIds.has(id));
  return withInserted({ pages: [{ items, next: fresh.next }], pageParams: [null] }, addedDuringRead);
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
