import type { Post } from '@commons/contract/feed';
import type { Page } from '../../lib/api-client.ts';
import { itemsIn, mapPages } from '../../lib/pages.ts';
import type { FeedPages } from './posts.cache.ts';

/** Same order as the server: by id, which begins with the creation time. */
const compareNewestFirst = (a: Post, b: Post): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Adds a refetched first page to a loaded feed. If there are more new posts than fit on one page, a gap would remain,
 * so the feed starts over with the fresh page. The viewer's own posts do not prove that there is no gap, because they
 * are added without a request.
 */
export const withNewest = (feed: FeedPages, fresh: Page<Post>, viewerId: string | undefined): FeedPages => {
  const loadedIds = new Set(itemsIn(feed).map((post) => post.id));
  const hasNoGap =
    fresh.next === null || fresh.items.some((post) => loadedIds.has(post.id) && post.authorId !== viewerId);
  const [first, ...rest] = feed.pages;
  if (!first || !hasNoGap) return { pages: [fresh], pageParams: [null] };
  const freshById = new Map(fresh.items.map((post) => [post.id, post]));
  const newPosts = fresh.items.filter((post) => !loadedIds.has(post.id));
  const merged: FeedPages = {
    ...feed,
    pages: [{ ...first, items: [...newPosts, ...first.items].toSorted(compareNewestFirst) }, ...rest],
  };
  return mapPages(merged, (items) => items.map((post) => freshById.get(post.id) ?? post));
};

export type FreshPosts = {
  /** The newest posts, without gaps. */
  posts: Post[];
  /** Whether they include the oldest post of the community. */
  reachesEnd: boolean;
  /** Ids that were loaded before the request. Only these can be missing because they were deleted. */
  knownIds: ReadonlySet<string>;
};

/**
 * Updates a feed after a gap in the live connection: replaces loaded posts and removes missing ones. Newer posts are
 * not inserted, because that would shift the content. They are returned in `arrivals`.
 */
export const reconcile = (feed: FeedPages, fresh: FreshPosts): { feed: FeedPages; arrivals: Post[] } => {
  const current = itemsIn(feed);
  const currentIds = new Set(current.map((post) => post.id));
  const freshById = new Map(fresh.posts.map((post) => [post.id, post]));
  const oldestFresh = fresh.posts.at(-1);
  const isCovered = (post: Post) =>
    fresh.reachesEnd || (oldestFresh !== undefined && compareNewestFirst(post, oldestFresh) <= 0);
  const isMissing = (post: Post) => isCovered(post) && fresh.knownIds.has(post.id) && !freshById.has(post.id);
  const newest = current[0];
  return {
    feed: mapPages(feed, (items) =>
      items.filter((post) => !isMissing(post)).map((post) => freshById.get(post.id) ?? post),
    ),
    arrivals: fresh.posts.filter(
      (post) => !currentIds.has(post.id) && (newest === undefined || compareNewestFirst(post, newest) < 0),
    ),
  };
};

/** Whether `post` is at least as old as the oldest loaded post: all posts down to it then cover the feed. */
export const coversFeed = (feed: FeedPages, post: Post): boolean => {
  const oldest = itemsIn(feed).at(-1);
  return oldest === undefined || compareNewestFirst(post, oldest) >= 0;
};

/**
 * Inserts posts that have become visible again, in order. Posts of pages that are not loaded are left out. Newer ones
 * are returned in `arrivals`.
 */
export const withRestored = (feed: FeedPages, posts: readonly Post[]): { feed: FeedPages; arrivals: Post[] } => {
  const current = itemsIn(feed);
  const loadedIds = new Set(current.map((post) => post.id));
  const newest = current[0];
  const missing = posts.filter((post) => !loadedIds.has(post.id));
  const isArrival = (post: Post) => newest === undefined || compareNewestFirst(post, newest) < 0;
  let remaining = missing.filter((post) => !isArrival(post));
  const pages = feed.pages.map((page) => {
    const oldest = page.items.at(-1);
    // A page extends to its last post. The last page extends to the first post of the community.
    const belongsToPage = (post: Post) =>
      page.next === null || (oldest !== undefined && compareNewestFirst(post, oldest) < 0);
    const pagePosts = remaining.filter(belongsToPage);
    if (pagePosts.length === 0) return page;
    remaining = remaining.filter((post) => !belongsToPage(post));
    return { ...page, items: [...page.items, ...pagePosts].toSorted(compareNewestFirst) };
  });
  return { feed: { ...feed, pages }, arrivals: missing.filter(isArrival) };
};
