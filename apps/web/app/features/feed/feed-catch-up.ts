import type { Post } from '@commons/contract/feed';
import type { Page } from '../../lib/api-client.ts';
import { itemsIn, mapPages } from '../../lib/pages.ts';
import type { FeedPages } from './posts.cache.ts';

/** Orders as the server does: by the id, which begins with the time. */
const compareNewestFirst = (a: Post, b: Post): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Adds a freshly read first page to a loaded feed. When more arrived than one page holds, there would be a hole
 * between the two: then the feed begins again with the fresh page. The viewer's own posts prove nothing, because they
 * are put on top without reading what lies below them.
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
  /** The newest posts as they are now, without a hole. */
  posts: Post[];
  /** Whether the read reached the last post there is. */
  reachesEnd: boolean;
  /** What was loaded when the read began; what came later can't have vanished. */
  knownIds: ReadonlySet<string>;
};

/**
 * What a feed looks like after time away: known posts as they are now, vanished ones dropped, nothing added under the
 * reader. Newer posts are only named, in `arrived`.
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

/** Whether `post` is as old as the oldest loaded one, so that a read down to it covers everything loaded. */
export const coversFeed = (feed: FeedPages, post: Post): boolean => {
  const oldest = itemsIn(feed).at(-1);
  return oldest === undefined || compareNewestFirst(post, oldest) >= 0;
};

/**
 * Puts posts that can be seen again among the loaded ones, each in its place. What is older than the loaded part comes
 * with its page; what is newer is only named, in `arrived`.
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
    // A page reaches down to its last post, and the last page there is to the beginning of the community.
    const belongsHere = (post: Post) =>
      page.next === null || (oldest !== undefined && compareNewestFirst(post, oldest) < 0);
    const here = waiting.filter(belongsHere);
    if (here.length === 0) return page;
    waiting = waiting.filter((post) => !belongsHere(post));
    return { ...page, items: [...page.items, ...here].toSorted(compareNewestFirst) };
  });
  return { feed: { ...feed, pages }, arrived: unknown.filter(isArrived) };
};
