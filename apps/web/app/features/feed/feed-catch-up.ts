import type { Post } from '@commons/contract/feed';
import type { Page } from '../../lib/api-client.ts';
import { itemsIn, mapPages } from '../../lib/pages.ts';
import type { FeedPages } from './posts.cache.ts';

/** Same order as the server: by id, which starts with the time. */
const compareNewestFirst = (a: Post, b: Post): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Adds a refetched first page to a loaded feed. If more posts arrived than fit on one page, the gap cannot be filled,
 * and the feed starts over with the fresh page. The viewer's own posts do not prove that there is no gap, because they
 * are added without reading.
 */
export const withNewest = (feed: FeedPages, fresh: Page<Post>, viewerId: string | undefined): FeedPages => {
  const known = new Set(itemsIn(feed).map((post) => post.id));
  const isJoined = fresh.next === null || fresh.items.some((post) => known.has(post.id) && post.authorId !== viewerId);
  const [first, ...rest] = feed.pages;
  if (!first || !isJoined) return { pages: [fresh], pageParams: [null] };
  const freshById = new Map(fresh.items.map((post) => [post.id, post]));
  const arrived = fresh.items.filter((post) => !known.has(post.id));
  const joined: FeedPages = {
    ...feed,
    pages: [{ ...first, items: [...arrived, ...first.items].toSorted(compareNewestFirst) }, ...rest],
  };
  return mapPages(joined, (items) => items.map((post) => freshById.get(post.id) ?? post));
};

export type FreshRead = {
  /** The newest posts, without a gap. */
  posts: Post[];
  /** Whether the read reached the last post. */
  reachesEnd: boolean;
  /** Ids that were loaded when the read began. Posts added later cannot be missing from it. */
  knownIds: ReadonlySet<string>;
};

/**
 * Updates a feed after an absence: refreshes known posts and drops missing ones. Newer posts are not inserted, because
 * that would shift the content. They are returned in `arrived`.
 */
export const reconcile = (feed: FeedPages, fresh: FreshRead): { feed: FeedPages; arrived: Post[] } => {
  const current = itemsIn(feed);
  const currentIds = new Set(current.map((post) => post.id));
  const freshById = new Map(fresh.posts.map((post) => [post.id, post]));
  const oldestFresh = fresh.posts.at(-1);
  const isCovered = (post: Post) =>
    fresh.reachesEnd || (oldestFresh !== undefined && compareNewestFirst(post, oldestFresh) <= 0);
  const isVanished = (post: Post) => isCovered(post) && fresh.knownIds.has(post.id) && !freshById.has(post.id);
  const newest = current[0];
  return {
    feed: mapPages(feed, (items) =>
      items.filter((post) => !isVanished(post)).map((post) => freshById.get(post.id) ?? post),
    ),
    arrived: fresh.posts.filter(
      (post) => !currentIds.has(post.id) && (newest === undefined || compareNewestFirst(post, newest) < 0),
    ),
  };
};

/** Whether `post` is at least as old as the oldest loaded post, so that a read down to it covers the feed. */
export const coversFeed = (feed: FeedPages, post: Post): boolean => {
  const oldest = itemsIn(feed).at(-1);
  return oldest === undefined || compareNewestFirst(post, oldest) >= 0;
};

/**
 * Inserts posts that have become visible again, in order. Older posts come with their page. Newer ones are returned in
 * `arrived`.
 */
export const withReturned = (feed: FeedPages, posts: readonly Post[]): { feed: FeedPages; arrived: Post[] } => {
  const current = itemsIn(feed);
  const known = new Set(current.map((post) => post.id));
  const newest = current[0];
  const unknown = posts.filter((post) => !known.has(post.id));
  const isArrived = (post: Post) => newest === undefined || compareNewestFirst(post, newest) < 0;
  let waiting = unknown.filter((post) => !isArrived(post));
  const pages = feed.pages.map((page) => {
    const oldest = page.items.at(-1);
    // A page extends to its last post. The last page extends to the first post of the community.
    const belongsHere = (post: Post) =>
      page.next === null || (oldest !== undefined && compareNewestFirst(post, oldest) < 0);
    const here = waiting.filter(belongsHere);
    if (here.length === 0) return page;
    waiting = waiting.filter((post) => !belongsHere(post));
    return { ...page, items: [...page.items, ...here].toSorted(compareNewestFirst) };
  });
  return { feed: { ...feed, pages }, arrived: unknown.filter(isArrived) };
};
