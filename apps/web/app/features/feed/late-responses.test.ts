import { randomUUID } from 'node:crypto';
import type { AttachedEvent, Post } from '@commons/contract/feed/schemas';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from './live.ts';
import { type FeedPages, mergeKnownState, postLists } from './posts.cache.ts';

let queryClient: QueryClient;
let postId: string;
let eventId: string;
beforeEach(() => {
  queryClient = new QueryClient();
  postId = randomUUID();
  eventId = randomUUID();
});

const postAt = (minute: number | null, changes: Partial<Post> = {}): Post =>
  ({
    id: postId,
    content: minute === null ? 'As it was shared' : `Edited at minute ${minute}`,
    contentWarning: minute === null ? null : 'Grief',
    images: [{ url: '/a.webp', alt: null, width: 1, height: 1, isBlurred: minute !== null }],
    editedAt: minute === null ? null : new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    poll: null,
    event: null,
    isLiked: false,
    likesCount: 0,
    countsRevision: 0,
    isAwaitingReview: false,
    ...changes,
  }) as Post;

describe('a response that is older than a known edit', () => {
  test('does not restore the old text, warning and pictures', () => {
    const edited = mergeKnownState(queryClient, postAt(2));
    expect(mergeKnownState(queryClient, postAt(null))).toEqual(edited);
    expect(mergeKnownState(queryClient, postAt(1))).toEqual(edited);
  });

  test("does not clear the edit's pending review", () => {
    mergeKnownState(queryClient, postAt(1, { isAwaitingReview: true }));
    expect(mergeKnownState(queryClient, postAt(null)).isAwaitingReview).toBe(true);
  });

  test('does not override counts and likes from live frames', () => {
    mergeKnownState(queryClient, postAt(1, { likesCount: 2, countsRevision: 2 }));
    live(queryClient, 'ana').frames?.['like.changed']?.({
      type: 'like.changed',
      postId,
      likesCount: 3,
      commentsCount: 0,
      countsRevision: 3,
    });
    expect(mergeKnownState(queryClient, postAt(null))).toMatchObject({ content: 'Edited at minute 1', likesCount: 3 });
  });
});

describe('a response is used unchanged', () => {
  test('after a later edit', () => {
    mergeKnownState(queryClient, postAt(1));
    expect(mergeKnownState(queryClient, postAt(2))).toEqual(postAt(2));
  });

  test('if something other than the text changed, such as a review, a name or a permission', () => {
    mergeKnownState(queryClient, postAt(1, { isAwaitingReview: true }));
    const reviewed = postAt(1, {
      can: { edit: false, delete: true },
      author: { displayName: 'Benno' } as Post['author'],
    });
    expect(mergeKnownState(queryClient, reviewed)).toEqual(reviewed);
    const unedited = postAt(null, { id: randomUUID(), isAwaitingReview: true });
    mergeKnownState(queryClient, unedited);
    expect(mergeKnownState(queryClient, { ...unedited, isAwaitingReview: false }).isAwaitingReview).toBe(false);
  });
});

const eventAt = (attendanceRevision: number, changes: Partial<AttachedEvent> = {}) =>
  postAt(null, {
    eventId,
    event: {
      id: eventId,
      title: 'A walk',
      going: attendanceRevision,
      mine: null,
      attendanceRevision,
      ...changes,
    } as AttachedEvent,
  });

test('a response that is older than a change of attendance does not restore the old count', () => {
  mergeKnownState(queryClient, eventAt(2, { mine: 'going' }));
  expect(mergeKnownState(queryClient, eventAt(1)).event).toMatchObject({ going: 2, mine: 'going' });
  const renamed = eventAt(2, { title: 'A long walk' });
  expect(mergeKnownState(queryClient, renamed)).toBe(renamed);
});

const receiveEdit = async () => {
  live(queryClient, 'ana').frames?.['post.updated']?.({ type: 'post.updated', postId });
  await expect.poll(shownContent).toBe('Edited at minute 1');
};

const shownContent = () => postLists.find(queryClient, postId)?.content;

describe('an edit saved while the feed catches up', () => {
  let lists: PromiseWithResolvers<Response>[];
  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    lists = [];
    vi.stubGlobal('location', new URL('http://community.test/'));
    vi.stubGlobal('fetch', (address: string) => {
      if (address.includes(postId)) return Promise.resolve(Response.json(postAt(1)));
      const list = Promise.withResolvers<Response>();
      lists.push(list);
      return list.promise;
    });
  });
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  /** The oldest post. */
  const oldestPost = postAt(null, { id: '0' });
  const catchUp = () => {
    queryClient.setQueryData<FeedPages>(postLists.keys.list('feed'), {
      pages: [{ items: [postAt(null), oldestPost], next: null }],
      pageParams: [null],
    });
    return live(queryClient, 'ana').onOpened?.[0]?.();
  };

  test('survives a response that is older', async () => {
    const caughtUp = catchUp();
    await expect.poll(() => lists.length).toBe(1);
    await receiveEdit();
    lists[0]?.resolve(Response.json([postAt(null), oldestPost]));
    await caughtUp;
    expect(shownContent()).toBe('Edited at minute 1');
  });

  test('survives if it arrives between two pages of the response', async () => {
    const caughtUp = catchUp();
    await expect.poll(() => lists.length).toBe(1);
    const headers = { link: '</api/posts?cursor=c>; rel="next"' };
    lists[0]?.resolve(Response.json([postAt(null)], { headers }));
    await expect.poll(() => lists.length).toBe(2);
    await receiveEdit();
    lists[1]?.resolve(Response.json([oldestPost]));
    await caughtUp;
    expect(shownContent()).toBe('Edited at minute 1');
  });
});
