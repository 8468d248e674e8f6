import type { Post } from '@commons/contract/feed/schemas';
import type { Win } from '@commons/contract/wins/schemas';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { live } from '../features/feed/live.ts';
import { type ArrivedPost, type FeedPages, postLists } from '../features/feed/posts.cache.ts';
import { type WinFilter, winLists } from '../features/wins/wins.api.ts';
import type { Page } from './api-client.ts';
import { readCovering } from './list-cache.ts';
import {
  type FreshItems,
  groupsOf,
  itemsIn,
  newerArrivals,
  newerItems,
  type Pages,
  withInserted,
  withNewest,
  withRead,
} from './pages.ts';

/** Creates a post that was posted at this minute. */
const createPost = (minute: number, changes: Partial<Post> = {}): Post => ({
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
const createPage = (minutes: number[], next: string | null = null): Page<Post> => ({
  items: minutes.map((minute) => createPost(minute)),
  next,
});
const createFeed = (...pages: Page<Post>[]): FeedPages => ({ pages, pageParams: pages.map(() => null) });
const minutesOf = (feed: FeedPages) => itemsIn(feed).map((post) => Number(post.id.slice(5)));
const idsOf = (feed: FeedPages) => new Set(itemsIn(feed).map((post) => post.id));

/** Creates a client that has loaded this feed. */
const createClient = (feed: FeedPages): QueryClient => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(postLists.keys.list('feed'), feed);
  return queryClient;
};
const feedOf = (queryClient: QueryClient): FeedPages => postLists.findList(queryClient, 'feed')!;
const withPostOnTop = (feed: FeedPages, post: Post): FeedPages => {
  const queryClient = createClient(feed);
  postLists.add(queryClient, post);
  return feedOf(queryClient);
};
/** A response to a request that was sent when these ids were loaded. */
const createFresh = (page: Page<Post>, knownIds: FreshItems<Post>['knownIds']): FreshItems<Post> => ({
  ...page,
  knownIds,
});

describe('changing a post', () => {
  test('keeps pages without it unchanged, so that their cards do not rerender', () => {
    const feed = createFeed(createPage([4, 3], 'c'), createPage([2, 1]));
    const queryClient = createClient(feed);
    postLists.update(queryClient, 'post-002', (post) => ({ ...post, likesCount: 5 }));
    const changed = feedOf(queryClient);
    expect(changed.pages[0]).toBe(feed.pages[0]);
    expect(changed.pages[1]?.items[0]?.likesCount).toBe(5);
    expect(changed.pages[1]?.items[1]).toBe(feed.pages[1]?.items[1]);
    postLists.update(queryClient, 'post-999', (post) => ({ ...post, likesCount: 5 }));
    expect(feedOf(queryClient)).toBe(changed);
  });

  test('changes it in each list and on its own screen', () => {
    const queryClient = createClient(createFeed(createPage([2, 1])));
    const { keys } = postLists;
    queryClient.setQueryData(keys.list('member:ben'), createFeed(createPage([2])));
    queryClient.setQueryData(keys.item('post-002'), createPost(2));
    postLists.replace(queryClient, createPost(2, { content: 'Edited' }));
    expect(postLists.findList(queryClient, 'feed')?.pages[0]?.items[0]?.content).toBe('Edited');
    expect(postLists.findList(queryClient, 'member:ben')?.pages[0]?.items[0]?.content).toBe('Edited');
    expect(queryClient.getQueryData(keys.item('post-002'))).toMatchObject({ content: 'Edited' });
  });

  test('refetches the lists that it has entered or left', () => {
    const queryClient = new QueryClient();
    const win = { id: 'a-win', category: 'other' } as Win;
    const changed = { ...win, category: 'spiritual' } as Win;
    const { keys } = winLists;
    for (const filter of ['all', 'other', 'spiritual'] as const)
      queryClient.setQueryData<Pages<Win>>(keys.list(filter), {
        pages: [{ items: filter === 'spiritual' ? [] : [win], next: null }],
        pageParams: [null],
      });
    // A live frame refetches the item first.
    queryClient.setQueryData(keys.item(win.id), changed);
    winLists.replace(queryClient, changed);
    const isInvalidated = (filter: WinFilter) => queryClient.getQueryState(keys.list(filter))?.isInvalidated;
    expect([isInvalidated('all'), isInvalidated('other'), isInvalidated('spiritual')]).toEqual([false, true, true]);
  });

  test('removes it from every page', () => {
    const queryClient = createClient(createFeed(createPage([4, 3], 'c'), createPage([2, 1])));
    postLists.remove(queryClient, 'post-002');
    expect(minutesOf(feedOf(queryClient))).toEqual([4, 3, 1]);
  });

  test('adds a new post on top only once', () => {
    const feed = withPostOnTop(createFeed(createPage([2, 1])), createPost(3));
    expect(minutesOf(feed)).toEqual([3, 2, 1]);
    expect(withPostOnTop(feed, createPost(3))).toBe(feed);
  });
});

const receiveFrame = (feed: FeedPages | 'loading' | 'not requested', minute: number) => {
  const queryClient = new QueryClient();
  if (feed === 'loading')
    void queryClient.prefetchQuery({ queryKey: postLists.keys.list('feed'), queryFn: () => new Promise(() => {}) });
  else if (feed !== 'not requested') queryClient.setQueryData(postLists.keys.list('feed'), feed);
  live(queryClient, 'ana').frames?.['post.created']?.({
    type: 'post.created',
    postId: createPost(minute).id,
    authorId: 'ben',
  });
  return queryClient.getQueryData<ArrivedPost[]>(postLists.keys.arrivals) ?? [];
};

describe('a live frame about a new post', () => {
  test('counts a post that is newer than the loaded ones, or missing between them', () => {
    expect(receiveFrame(createFeed(createPage([5, 3], 'c')), 6)).toHaveLength(1);
    expect(receiveFrame(createFeed(createPage([5, 3], 'c')), 4)).toHaveLength(1);
    expect(receiveFrame(createFeed(createPage([5, 3])), 2)).toHaveLength(1);
  });

  test('does not count a post that is older than the loaded ones', () => {
    expect(receiveFrame(createFeed(createPage([5, 3], 'c')), 2)).toHaveLength(0);
  });
});

describe('a live frame before the feed has loaded', () => {
  test('is stored while the feed loads, but not if the feed was never requested', () => {
    expect(receiveFrame('loading', 6)).toHaveLength(1);
    expect(receiveFrame('not requested', 6)).toHaveLength(0);
  });

  test('counts once the feed has loaded, unless the feed contains the post or all its posts are newer', () => {
    const received = receiveFrame('loading', 4);
    expect(newerArrivals(undefined, received)).toEqual([]);
    expect(newerArrivals(createFeed(createPage([3, 2], 'c')), received)).toEqual(received);
    expect(newerArrivals(createFeed(createPage([5, 4], 'c')), received)).toEqual([]);
    expect(newerArrivals(createFeed(createPage([6, 5], 'c')), received)).toEqual([]);
  });
});

describe('loading new posts', () => {
  test("merges them in order, even if the viewer's own post is on top", () => {
    const feed = withPostOnTop(
      createFeed(createPage([3, 2], 'c'), createPage([1])),
      createPost(5, { authorId: 'ana' }),
    );
    const loaded = withNewest(feed, createFresh(createPage([6, 5, 4, 3], 'd'), idsOf(feed)), 'ana');
    expect(minutesOf(loaded)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(loaded.pages[0]?.next).toBe('c');
  });

  test('updates posts that were already loaded', () => {
    const feed = createFeed(createPage([2, 1]));
    const fresh = createFresh({ items: [createPost(3), createPost(2, { likesCount: 9 })], next: 'x' }, idsOf(feed));
    expect(itemsIn(withNewest(feed, fresh, 'ana'))[1]?.likesCount).toBe(9);
  });

  test('starts over if there are more new posts than fit on a page', () => {
    const feed = createFeed(createPage([2, 1]));
    const loaded = withNewest(feed, createFresh(createPage([9, 8], 'x'), idsOf(feed)), 'ana');
    expect(loaded).toEqual(createFeed(createPage([9, 8], 'x')));
  });

  test("the viewer's own post does not prove that there is no gap", () => {
    const feed = withPostOnTop(createFeed(createPage([2, 1])), createPost(9, { authorId: 'ana' }));
    const fresh = createFresh({ items: [createPost(9, { authorId: 'ana' }), createPost(8)], next: 'x' }, idsOf(feed));
    expect(minutesOf(withNewest(feed, fresh, 'ana'))).toEqual([9, 8]);
  });
});

describe('posts that become visible again', () => {
  test('return to their positions, and newer ones are only counted', () => {
    const queryClient = createClient(createFeed(createPage([9, 6], 'c'), createPage([4, 2], 'd')));
    postLists.restore(
      queryClient,
      'feed',
      [10, 8, 5, 4, 3, 1].map((minute) => createPost(minute)),
    );
    expect(feedOf(queryClient).pages.map((page) => minutesOf(createFeed(page)))).toEqual([
      [9, 8, 6],
      [5, 4, 3, 2],
    ]);
    expect(queryClient.getQueryData(postLists.keys.arrivals)).toMatchObject([{ id: 'post-010' }]);
  });

  test('return at the end if the feed has no more pages', () => {
    expect(minutesOf(withInserted(createFeed(createPage([4, 2])), [createPost(1)]))).toEqual([4, 2, 1]);
  });
});

describe('catching up after an absence', () => {
  test('orders posts by id like the server, not by creation time', () => {
    const olderPost = createPost(7, { createdAt: createPost(30).createdAt });
    expect(newerItems(createFeed(createPage([9, 8], 'c')), [olderPost])).toEqual([]);
  });

  test('updates loaded posts, removes missing ones and only counts newer ones', () => {
    const feed = createFeed(createPage([4, 3], 'c'), createPage([2, 1]));
    const items = [createPost(6), createPost(5), createPost(4, { content: 'Edited' }), createPost(2), createPost(1)];
    const caughtUp = withRead(feed, createFresh({ items, next: 'x' }, idsOf(feed)));
    expect(minutesOf(caughtUp)).toEqual([4, 2, 1]);
    expect(itemsIn(caughtUp)[0]?.content).toBe('Edited');
    expect(newerItems(feed, items).map(({ id }) => id)).toEqual(['post-006', 'post-005']);
    expect(caughtUp.pages[0]?.next).toBe('c');
  });

  test('keeps posts that are older than the oldest refetched one', () => {
    const feed = createFeed(createPage([4, 3], 'c'), createPage([2, 1]));
    expect(minutesOf(withRead(feed, createFresh(createPage([4], 'x'), idsOf(feed))))).toEqual([4, 3, 2, 1]);
  });

  test('removes all posts if the server returns none', () => {
    const feed = createFeed(createPage([2, 1]));
    expect(itemsIn(withRead(feed, createFresh(createPage([]), idsOf(feed))))).toEqual([]);
  });

  test('keeps a post that was created during the request', () => {
    const before = createFeed(createPage([2, 1]));
    const during = withPostOnTop(before, createPost(3));
    expect(minutesOf(withRead(during, createFresh(createPage([2, 1]), idsOf(before))))).toEqual([3, 2, 1]);
  });

  test('does not insert a post that became visible between loaded ones', () => {
    const feed = createFeed(createPage([4, 2]));
    expect(withRead(feed, createFresh(createPage([4, 3, 2]), idsOf(feed)))).toEqual(feed);
    expect(newerItems(feed, createPage([4, 3, 2]).items)).toEqual([]);
  });

  test('stops at the oldest loaded post, or at an older one if that post was deleted', async () => {
    const feed = createFeed(createPage([5, 3]));
    const pagesReadOf = async (...pages: number[][]) => {
      let count = 0;
      await readCovering(feed, () => Promise.resolve(createPage(pages[(count += 1) - 1] ?? [], 'more')), 10);
      return count;
    };
    expect(await pagesReadOf([5, 4], [3], [2])).toBe(2);
    expect(await pagesReadOf([5, 4], [2], [1])).toBe(2);
  });
});

const createGrouping = () => {
  const groupById = new Map<string, number>();
  return (...pages: number[][]) =>
    groupsOf(
      pages.map((minutes) => createPage(minutes)),
      groupById,
    ).map((posts) => posts.map(({ id }) => Number(id.slice(5))));
};

describe('each card stays in its first group', () => {
  test('which is the page that contained it', () => {
    const group = createGrouping();
    expect(group([9, 8])).toEqual([[9, 8]]);
    expect(group([9, 8], [7, 6])).toEqual([
      [9, 8],
      [7, 6],
    ]);
    expect(group([9, 8], [7, 6], [5])).toEqual([[9, 8], [7, 6], [5]]);
  });

  test('after posts or a whole page were added, or posts were removed', () => {
    const group = createGrouping();
    group([8, 7], [6, 5]);
    expect(group([9, 8], [7, 6])).toEqual([[9, 8, 7], [6]]);
    expect(group([9, 8], [7, 6], [5, 4])).toEqual([
      [9, 8, 7],
      [6, 5, 4],
    ]);
    expect(group([9, 7], [6, 5], [4, 3], [2])).toEqual([[9, 7], [6, 5, 4, 3], [2]]);
    expect(group([12, 11], [10, 9], [7, 6])).toEqual([[12, 11, 10, 9, 7], [6]]);
    expect(group([11, 10, 9, 7, 6])).toEqual([[11, 10, 9, 7], [6]]);
  });

  test('until the list starts over', () => {
    const group = createGrouping();
    group([8, 7], [6, 5]);
    expect(group([6, 5], [4])).toEqual([[6, 5], [4]]);
    expect(group([20, 19], [18])).toEqual([[20, 19], [18]]);
  });

  test('even if a page is empty', () => {
    const group = createGrouping();
    group([8, 7], [], [6]);
    expect(group([8, 7], [], [6])).toEqual([[8, 7], [], [6]]);
    expect(group([], [], [6])).toEqual([[], [], [6]]);
  });
});
