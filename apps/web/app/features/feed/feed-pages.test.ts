import type { Post } from '@commons/contract/feed';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../lib/api-client.ts';
import { groupsOf, itemsIn, waitingAbove } from '../../lib/pages.ts';
import { coversFeed, reconcile, withNewest, withReturned } from './feed-catch-up.ts';
import { live } from './live.ts';
import { type Arrived, arrivedKey, type FeedPages, mapPost, postKeys, withPostOnTop } from './posts.cache.ts';
import { withoutPost } from './posts.changes.ts';

/** A post of minute `minute`; later minutes are newer. */
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

describe('a change to one post', () => {
  test('leaves pages without it untouched, so that their cards do not render again', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const changed = mapPost(feed, 'post-002', (post) => ({ ...post, likesCount: 5 }));
    expect(changed.pages[0]).toBe(feed.pages[0]);
    expect(changed.pages[1]?.items[0]?.likesCount).toBe(5);
    expect(changed.pages[1]?.items[1]).toBe(feed.pages[1]?.items[1]);
    expect(mapPost(feed, 'post-999', (post) => ({ ...post, likesCount: 5 }))).toBe(feed);
  });

  test('removes it wherever it is', () => {
    expect(minutesOf(withoutPost(feedOf(pageOf([4, 3], 'c'), pageOf([2, 1])), 'post-002'))).toEqual([4, 3, 1]);
  });

  test('puts a new post on top once', () => {
    const once = withPostOnTop(feedOf(pageOf([2, 1])), postOf(3));
    expect(minutesOf(once)).toEqual([3, 2, 1]);
    expect(withPostOnTop(once, postOf(3))).toBe(once);
  });
});

const hear = (feed: FeedPages | 'being read' | 'not asked for', minute: number) => {
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

describe('a frame that tells of a new post', () => {
  test('counts it above what is loaded, and amid it, where it was missed', () => {
    expect(hear(feedOf(pageOf([5, 3], 'c')), 6)).toHaveLength(1);
    expect(hear(feedOf(pageOf([5, 3], 'c')), 4)).toHaveLength(1);
    expect(hear(feedOf(pageOf([5, 3])), 2)).toHaveLength(1);
  });

  test('that comes late does not, where it stands among the pages below', () => {
    expect(hear(feedOf(pageOf([5, 3], 'c')), 2)).toHaveLength(0);
  });
});

describe('a frame that comes before the feed', () => {
  test('is kept while the feed is read, which may have been asked for before', () => {
    expect(hear('being read', 6)).toHaveLength(1);
    expect(hear('not asked for', 6)).toHaveLength(0);
  });

  test('counts once the feed is there, unless that holds the post or reaches less far down', () => {
    const heard = hear('being read', 4);
    expect(waitingAbove(undefined, heard)).toEqual([]);
    expect(waitingAbove(feedOf(pageOf([3, 2], 'c')), heard)).toEqual(heard);
    expect(waitingAbove(feedOf(pageOf([5, 4], 'c')), heard)).toEqual([]);
    expect(waitingAbove(feedOf(pageOf([6, 5], 'c')), heard)).toEqual([]);
  });
});

describe('loading new posts', () => {
  test('joins them to what is loaded, in order, around an own post already on top', () => {
    const feed = withPostOnTop(feedOf(pageOf([3, 2], 'c'), pageOf([1])), postOf(5, { authorId: 'ana' }));
    const loaded = withNewest(feed, pageOf([6, 5, 4, 3], 'd'), 'ana');
    expect(minutesOf(loaded)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(loaded.pages[0]?.next).toBe('c');
  });

  test('takes the fresh state of posts that were there', () => {
    const fresh = { items: [postOf(3), postOf(2, { likesCount: 9 })], next: 'x' };
    expect(itemsIn(withNewest(feedOf(pageOf([2, 1])), fresh, 'ana'))[1]?.likesCount).toBe(9);
  });

  test('begins again when more arrived than a page holds', () => {
    const loaded = withNewest(feedOf(pageOf([2, 1])), pageOf([9, 8], 'x'), 'ana');
    expect(loaded).toEqual(feedOf(pageOf([9, 8], 'x')));
  });

  test('is not misled by an own post on top of unread ones', () => {
    const feed = withPostOnTop(feedOf(pageOf([2, 1])), postOf(9, { authorId: 'ana' }));
    const fresh = { items: [postOf(9, { authorId: 'ana' }), postOf(8)], next: 'x' };
    expect(minutesOf(withNewest(feed, fresh, 'ana'))).toEqual([9, 8]);
  });
});

describe('posts that can be seen again', () => {
  test('come back in their places; newer ones only wait above', () => {
    const feed = feedOf(pageOf([9, 6], 'c'), pageOf([4, 2], 'd'));
    const returned = withReturned(feed, [postOf(10), postOf(8), postOf(5), postOf(4), postOf(3), postOf(1)]);
    expect(returned.feed.pages.map((page) => minutesOf(feedOf(page)))).toEqual([
      [9, 8, 6],
      [5, 4, 3, 2],
    ]);
    expect(returned.arrived.map(({ id }) => id)).toEqual(['post-010']);
  });

  test('come back below the last one when the feed ends there', () => {
    expect(minutesOf(withReturned(feedOf(pageOf([4, 2])), [postOf(1)]).feed)).toEqual([4, 2, 1]);
  });
});

describe('catching up after time away', () => {
  test('counts what stands further down as little as the server does, whatever the clocks say', () => {
    const feed = feedOf(pageOf([9, 8], 'c'));
    const below = postOf(7, { createdAt: postOf(30).createdAt });
    const caughtUp = reconcile(feed, { posts: [...itemsIn(feed), below], reachesEnd: false, knownIds: idsOf(feed) });
    expect(caughtUp.arrived).toEqual([]);
  });

  test('updates known posts, drops vanished ones and only names newer ones', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const posts = [postOf(6), postOf(5), postOf(4, { content: 'Edited' }), postOf(2), postOf(1)];
    const caughtUp = reconcile(feed, { posts, reachesEnd: false, knownIds: idsOf(feed) });
    expect(minutesOf(caughtUp.feed)).toEqual([4, 2, 1]);
    expect(itemsIn(caughtUp.feed)[0]?.content).toBe('Edited');
    expect(caughtUp.arrived.map(({ id }) => id)).toEqual(['post-006', 'post-005']);
    expect(caughtUp.feed.pages[0]?.next).toBe('c');
  });

  test('keeps posts older than what was read', () => {
    const feed = feedOf(pageOf([4, 3], 'c'), pageOf([2, 1]));
    const caughtUp = reconcile(feed, { posts: [postOf(4)], reachesEnd: false, knownIds: idsOf(feed) });
    expect(minutesOf(caughtUp.feed)).toEqual([4, 3, 2, 1]);
  });

  test('drops everything when nothing is left', () => {
    const feed = feedOf(pageOf([2, 1]));
    const caughtUp = reconcile(feed, { posts: [], reachesEnd: true, knownIds: idsOf(feed) });
    expect(itemsIn(caughtUp.feed)).toEqual([]);
  });

  test('keeps a post that was shared while the read was under way', () => {
    const before = feedOf(pageOf([2, 1]));
    const knownIds = idsOf(before);
    const during = withPostOnTop(before, postOf(3));
    const caughtUp = reconcile(during, { posts: [postOf(2), postOf(1)], reachesEnd: true, knownIds });
    expect(minutesOf(caughtUp.feed)).toEqual([3, 2, 1]);
    expect(caughtUp.arrived).toEqual([]);
  });

  test('does not move content for a post that became visible further down', () => {
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

describe('the cards of a list stay in the group that they were first shown in', () => {
  test('which is their page', () => {
    const see = groupsSeen();
    expect(see([9, 8])).toEqual([[9, 8]]);
    expect(see([9, 8], [7, 6])).toEqual([
      [9, 8],
      [7, 6],
    ]);
    expect(see([9, 8], [7, 6], [5])).toEqual([[9, 8], [7, 6], [5]]);
  });

  test('when pages end elsewhere: some came, some went, or a whole page came', () => {
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

  test('until the list begins anew', () => {
    const see = groupsSeen();
    see([8, 7], [6, 5]);
    expect(see([6, 5], [4])).toEqual([[6, 5], [4]]);
    expect(see([20, 19], [18])).toEqual([[20, 19], [18]]);
  });

  test('also where a page has nothing to show', () => {
    const see = groupsSeen();
    see([8, 7], [], [6]);
    expect(see([8, 7], [], [6])).toEqual([[8, 7], [], [6]]);
    expect(see([], [], [6])).toEqual([[], [], [6]]);
  });
});
