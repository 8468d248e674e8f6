import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { Page } from './api-client.ts';

/** The loaded part of a list, each page with the cursor it was asked by. */
export type Pages<Item> = InfiniteData<Page<Item>, string | null>;

export const itemsIn = <Item>({ pages }: Pick<Pages<Item>, 'pages'>): Item[] => pages.flatMap((page) => page.items);

/** Whether an entry of a list of what is newest stands below what is loaded of it: a frame that tells of it comes late. */
export const standsBelow = (list: Pick<Pages<{ id: string }>, 'pages'>, id: string): boolean => {
  const lastPage = list.pages.at(-1);
  const oldest = lastPage?.items.at(-1);
  return lastPage?.next != null && oldest !== undefined && id < oldest.id;
};

/** What was told of that waits above a list: neither on it, nor below what is loaded of it. */
export const waitingAbove = <Mark extends { id: string }>(
  list: Pick<Pages<{ id: string }>, 'pages'> | undefined,
  told: readonly Mark[],
): Mark[] => {
  if (!list) return [];
  const listed = new Set(itemsIn(list).map(({ id }) => id));
  return told.filter(({ id }) => !listed.has(id) && !standsBelow(list, id));
};

/** Changes the items of each page; pages and lists in which nothing changed stay the same objects. */
export const mapPages = <Item>(list: Pages<Item>, change: (items: Item[], index: number) => Item[]): Pages<Item> => {
  const pages = list.pages.map((page, position) => {
    const items = change(page.items, position);
    const isSame = items.length === page.items.length && items.every((item, index) => item === page.items[index]);
    return isSame ? page : { ...page, items };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
};

/**
 * The items by the page that each was first shown in; `groupOf` remembers it. Read anew, a list has its pages end
 * elsewhere, and what went from one group to another would be drawn anew, under the hands of whoever writes in it.
 */
export const groupsOf = <Item extends { id: string }>(
  pages: readonly { items: readonly Item[] }[],
  groupOf: Map<string, number>,
): Item[][] => {
  const isKnown = ({ id }: Item): boolean => groupOf.has(id);
  const firstKnown = pages.flatMap(({ items }) => items).find(isKnown);
  // Nothing is left of the beginning: the list begins anew.
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

type Listed = { id: string; authorId: string };

/** A first page that was read anew, and what was loaded of its list when it was asked for. */
export type FreshPage<Item> = Page<Item> & { knownIds: ReadonlySet<string> };

/** Reads the first page of a list anew, which goes on changing meanwhile. */
export const readFresh = async <Item extends Listed>(
  list: Pages<Item> | undefined,
  read: () => Promise<Page<Item>>,
): Promise<FreshPage<Item>> => {
  const knownIds = new Set(list && itemsIn(list).map(({ id }) => id));
  return { ...(await read()), knownIds };
};

/**
 * A list of what is newest, with its first page read anew: what that page reaches is as it is now, what is older stays,
 * and so does what was put on top or taken away while it was read. Where more came than one page holds there would be a
 * hole between the two: the list begins anew. The viewer's own prove nothing there, because they are put on top without
 * reading what lies below them.
 */
export const withFreshPage = <Item extends Listed>(
  list: Pages<Item>,
  { knownIds, ...fresh }: FreshPage<Item>,
  viewerId: string,
): Pages<Item> => {
  const current = new Set(itemsIn(list).map(({ id }) => id));
  const read = new Set(fresh.items.map(({ id }) => id));
  const [newest, oldest] = [fresh.items[0], fresh.items.at(-1)];
  const isNewer = ({ id }: Item) => newest === undefined || id > newest.id;
  const items = [
    ...itemsIn(list).filter((item) => !knownIds.has(item.id) && !read.has(item.id) && isNewer(item)),
    ...fresh.items.filter(({ id }) => current.has(id) || !knownIds.has(id)),
  ];
  const isJoined = fresh.items.some(({ id, authorId }) => current.has(id) && authorId !== viewerId);
  if (fresh.next === null || oldest === undefined || !isJoined)
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

/** Pages that were read as the next one of a list. */
const nextPages = new WeakSet<object>();

/**
 * A list that was read, or one with its next page. The query library answers with the pages before that one as they were
 * when it was asked for: what was written, liked or deleted meanwhile would be undone.
 */
const joined = <Item>(list: Pages<Item> | undefined, read: Pages<Item>): Pages<Item> => {
  const [page, cursor] = [read.pages.at(-1), read.pageParams.at(-1)];
  if (!list || !page || !nextPages.has(page) || read.pages.length <= list.pages.length) return read;
  // The list began anew meanwhile.
  if (cursor === undefined || cursor !== list.pages.at(-1)?.next) return list;
  return { pages: [...list.pages, page], pageParams: [...list.pageParams, cursor] };
};

/** The options of an infinite query whose pages lead from one to the next by a cursor. */
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
      replaceEqualDeep(list, joined(list as Pages<Item> | undefined, read as Pages<Item>)),
    ...options,
  });

/** The `cursor` of a call for a page, where there is one. */
export const cursorOf = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor });
