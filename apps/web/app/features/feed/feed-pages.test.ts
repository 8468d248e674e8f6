import type { Post } from '@commons/contract/feed';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../lib/api-client.ts';
import { groupsOf, itemsIn, newerArrivals } from '../../lib/pages.ts';
import { coversFeed, reconcile, withNewest, withReturned } from './feed-catch-up.ts';
import { live } from './live.ts';
import { type Arrived, arrivedKey, type FeedPages, mapPost, postKeys, withPostOnTop } from './posts.cache.ts';
import { withoutPost } from './posts.changes.ts';

/** A post of minute `minute`. Later minutes are newer. */
const postOf = (minute: number, changes: Partial<Post> = {}): Post => ({
  id: `post-${String(minute).padStart(3, '0')}`,
  authorId: 'ben',
  author: { id: 'ben', displayName: 'Ben', firstName: 'Ben', lastName: '', profileImageUrl: null, title: null },
  content: `At minute ${minute}`,
  contentWarning: null,
  imageUrl: null,
  imageAlt: null,
  images: [],
  poll: null,
  eventId: null,
  event: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  editedAt: null,
  likesCount: 0,
  commentsCount: 0,
  countsRevision: 0,
  isLiked: false,
  isAwaitingReview: false,
  can: { edit: false, delete: false },
  ...changes,
});
const pageOf = (minutes: number[], next: string | null = null): Page<Post> => ({
  items: minutes.map((minute) => postOf(minute)),
  next,
});
const feedOf = (...pages: Page<Post>[]): FeedPages => ({ pages, pageParams: pages.map(() => null) });
const minutesOf = (feed: FeedPages) => itemsIn(feed).map((post) => Number(post.id.slice(5)));
const idsOf = (feed: FeedPages) => new Set(itemsIn(feed).map((post) => post.id));

describe('changing a post', () => {
  test('keeps pages without it unchanged, so that their cards do not rerender', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const changed = mapPost(feed, 'post-002', (post) => ({ ...post, likesCount: 5 }));
    expect(changed.pages[0]).toBe(feed.pages[0]);
    expect(changed.pages[1]?.items[0]?.likesCount).toBe(5);
    expect(changed.pages[1]?.items[1]).toBe(feed.pages[1]?.items[1]);
    expect(mapPost(feed, 'post-999', (post) => ({ ...post, likesCount: 5 }))).toBe(feed);
  });

  test('removes it from every page', () => {
    expect(minutesOf(withoutPost(feedOf(pageOf([4, 3], 'c'), pageOf([2, 1])), 'post-002'))).toEqual([4, 3, 1]);
  });

  test('adds a new post on top only once', () => {
    const once = withPostOnTop(feedOf(pageOf([2, 1])), postOf(3));
    expect(minutesOf(once)).toEqual([3, 2, 1]);
    expect(withPostOnTop(once, postOf(3))).toBe(once);
  });
});

const receiveFrame = (feed: FeedPages | 'being read' | 'not asked for', minute: number) => {
  const queryClient = new QueryClient();
  if (feed === 'being read')
    void queryClient.prefetchQuery({ queryKey: postKeys.feed, queryFn: () => new Promise(() => {}) });
  else if (feed !== 'not asked for') queryClient.setQueryData(postKeys.feed, feed);
  live(queryClient, 'ana').frames?.['post.created']?.({
    type: 'post.created',
    postId: postOf(minute).id,
    authorId: 'ben',
  });
  return queryClient.getQueryData<Arrived[]>(arrivedKey) ?? [];
};

describe('a live frame about a new post', () => {
  test('counts a post above the loaded ones, or a missed one between them', () => {
    expect(receiveFrame(feedOf(pageOf([5, 3], 'c')), 6)).toHaveLength(1);
    expect(receiveFrame(feedOf(pageOf([5, 3], 'c')), 4)).toHaveLength(1);
    expect(receiveFrame(feedOf(pageOf([5, 3])), 2)).toHaveLength(1);
  });

  test('does not count a post that is older than the loaded ones', () => {
    expect(receiveFrame(feedOf(pageOf([5, 3], 'c')), 2)).toHaveLength(0);
  });
});

describe('a live frame before the feed has loaded', () => {
  test('is kept while the feed loads, but not if it has not been requested', () => {
    expect(receiveFrame('being read', 6)).toHaveLength(1);
    expect(receiveFrame('not asked for', 6)).toHaveLength(0);
  });

  test('counts once the feed has loaded, unless the feed contains the post or ends above it', () => {
    const received = receiveFrame('being read', 4);
    expect(newerArrivals(undefined, received)).toEqual([]);
    expect(newerArrivals(feedOf(pageOf([3, 2], 'c')), received)).toEqual(received);
    expect(newerArrivals(feedOf(pageOf([5, 4], 'c')), received)).toEqual([]);
    expect(newerArrivals(feedOf(pageOf([6, 5], 'c')), received)).toEqual([]);
  });
});

describe('loading new posts', () => {
  test("merges them in order, also around the viewer's own post on top", () => {
    const feed = withPostOnTop(feedOf(pageOf([3, 2], 'c'), pageOf([1])), postOf(5, { authorId: 'ana' }));
    const loaded = withNewest(feed, pageOf([6, 5, 4, 3], 'd'), 'ana');
    expect(minutesOf(loaded)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(loaded.pages[0]?.next).toBe('c');
  });

  test('updates posts that were already loaded', () => {
    const fresh = { items: [postOf(3), postOf(2, { likesCount: 9 })], next: 'x' };
    expect(itemsIn(withNewest(feedOf(pageOf([2, 1])), fresh, 'ana'))[1]?.likesCount).toBe(9);
  });

  test('starts over if more posts arrived than fit on a page', () => {
    const loaded = withNewest(feedOf(pageOf([2, 1])), pageOf([9, 8], 'x'), 'ana');
    expect(loaded).toEqual(feedOf(pageOf([9, 8], 'x')));
  });

  test("does not take the viewer's own post as proof that there is no gap", () => {
    const feed = withPostOnTop(feedOf(pageOf([2, 1])), postOf(9, { authorId: 'ana' }));
    const fresh = { items: [postOf(9, { authorId: 'ana' }), postOf(8)], next: 'x' };
    expect(minutesOf(withNewest(feed, fresh, 'ana'))).toEqual([9, 8]);
  });
});

describe('posts that become visible again', () => {
  test('return to their places, while newer ones are only counted', () => {
    const feed = feedOf(pageOf([9, 6], 'c'), pageOf([4, 2], 'd'));
    const returned = withReturned(feed, [postOf(10), postOf(8), postOf(5), postOf(4), postOf(3), postOf(1)]);
    expect(returned.feed.pages.map((page) => minutesOf(feedOf(page)))).toEqual([
      [9, 8, 6],
      [5, 4, 3, 2],
    ]);
    expect(returned.arrived.map(({ id }) => id)).toEqual(['post-010']);
  });

  test('return at the end if the feed has no more pages', () => {
    expect(minutesOf(withReturned(feedOf(pageOf([4, 2])), [postOf(1)]).feed)).toEqual([4, 2, 1]);
  });
});

describe('catching up after an absence', () => {
  test('orders posts by id like the server, not by time', () => {
    const feed = feedOf(pageOf([9, 8], 'c'));
    const below = postOf(7, { createdAt: postOf(30).createdAt });
    const caughtUp = reconcile(feed, { posts: [...itemsIn(feed), below], reachesEnd: false, knownIds: idsOf(feed) });
    expect(caughtUp.arrived).toEqual([]);
  });

  test('updates known posts, drops missing ones and only counts newer ones', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const posts = [postOf(6), postOf(5), postOf(4, { content: 'Edited' }), postOf(2), postOf(1)];
    const caughtUp = reconcile(feed, { posts, reachesEnd: false, knownIds: idsOf(feed) });
    expect(minutesOf(caughtUp.feed)).toEqual([4, 2, 1]);
    expect(itemsIn(caughtUp.feed)[0]?.content).toBe('Edited');
    expect(caughtUp.arrived.map(({ id }) => id)).toEqual(['post-006', 'post-005']);
    expect(caughtUp.feed.pages[0]?.next).toBe('c');
  });

  test('keeps posts older than the oldest one read', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const caughtUp = reconcile(feed, { posts: [postOf(4)], reachesEnd: false, knownIds: idsOf(feed) });
    expect(minutesOf(caughtUp.feed)).toEqual([4, 3, 2, 1]);
  });

  test('drops everything if there are no posts', () => {
    const feed = feedOf(pageOf([2, 1]));
    const caughtUp = reconcile(feed, { posts: [], reachesEnd: true, knownIds: idsOf(feed) });
    expect(itemsIn(caughtUp.feed)).toEqual([]);
  });

  test('keeps a post created during the read', () => {
    const before = feedOf(pageOf([2, 1]));
    const knownIds = idsOf(before);
    const during = withPostOnTop(before, postOf(3));
    const caughtUp = reconcile(during, { posts: [postOf(2), postOf(1)], reachesEnd: true, knownIds });
    expect(minutesOf(caughtUp.feed)).toEqual([3, 2, 1]);
    expect(caughtUp.arrived).toEqual([]);
  });

  test('does not insert a post that became visible between loaded ones', () => {
    const feed = feedOf(pageOf([4, 2]));
    const posts = [postOf(4), postOf(3), postOf(2)];
    const caughtUp = reconcile(feed, { posts, reachesEnd: true, knownIds: idsOf(feed) });
    expect(caughtUp).toEqual({ feed, arrived: [] });
  });

  test('has read enough at the oldest loaded post, or beyond it if that one is gone', () => {
    const feed = feedOf(pageOf([5, 3]));
    expect(coversFeed(feed, postOf(4))).toBe(false);
    expect(coversFeed(feed, postOf(3))).toBe(true);
    expect(coversFeed(feed, postOf(2))).toBe(true);
  });
});

const groupsSeen = () => {
  const groupOf = new Map<string, number>();
  return (...pages: number[][]) =>
    groupsOf(
      pages.map((minutes) => pageOf(minutes)),
      groupOf,
    ).map((posts) => posts.map(({ id }) => Number(id.slice(5))));
};

describe('each card stays in the group in which it was first shown', () => {
  test('the first group of a card is its page', () => {
    const see = groupsSeen();
    expect(see([9, 8])).toEqual([[9, 8]]);
    expect(see([9, 8], [7, 6])).toEqual([
      [9, 8],
      [7, 6],
    ]);
    expect(see([9, 8], [7, 6], [5])).toEqual([[9, 8], [7, 6], [5]]);
  });

  test('after posts were added, removed, or a whole page arrived', () => {
    const see = groupsSeen();
    see([8, 7], [6, 5]);
    expect(see([9, 8], [7, 6])).toEqual([[9, 8, 7], [6]]);
    expect(see([9, 8], [7, 6], [5, 4])).toEqual([
      [9, 8, 7],
      [6, 5, 4],
    ]);
    expect(see([9, 7], [6, 5], [4, 3], [2])).toEqual([[9, 7], [6, 5, 4, 3], [2]]);
    expect(see([12, 11], [10, 9], [7, 6])).toEqual([[12, 11, 10, 9, 7], [6]]);
    expect(see([11, 10, 9, 7, 6])).toEqual([[11, 10, 9, 7], [6]]);
  });

  test('until the list starts over', () => {
    const see = groupsSeen();
    see([8, 7], [6, 5]);
    expect(see([6, 5], [4])).toEqual([[6, 5], [4]]);
    expect(see([20, 19], [18])).toEqual([[20, 19], [18]]);
  });

  test('also if a page is empty', () => {
    const see = groupsSeen();
    see([8, 7], [], [6]);
    expect(see([8, 7], [], [6])).toEqual([[8, 7], [], [6]]);
    expect(see([], [], [6])).toEqual([[], [], [6]]);
  });
});
