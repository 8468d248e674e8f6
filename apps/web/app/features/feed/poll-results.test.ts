import { randomUUID } from 'node:crypto';
import type { Post } from '@commons/contract/feed';
import type { Poll } from '@commons/contract/polls';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from './live.ts';
import { postQuery } from './posts.api.ts';
import { type FeedPages, findListedPost, postKeys } from './posts.cache.ts';
import { applyPoll, pollKeys } from './refresh-post.ts';

/** A new id for each test, because revisions are remembered per poll. */
let postId: string;

/** A poll as the server returns it after `revision` changes. */
const pollAt = (revision: number, myOptionId: string | null = 'tea'): Poll => ({
  options: [{ id: 'tea', text: 'Tea', votes: myOptionId === null ? null : revision }],
  closesAt: '2099-01-01T00:00:00.000Z',
  isClosed: false,
  myOptionId,
  totalVotes: myOptionId === null ? null : revision,
  revision,
});
const postAt = (revision: number, myOptionId?: string | null) =>
  ({ id: postId, poll: pollAt(revision, myOptionId), countsRevision: 0, likesCount: 0, isLiked: false }) as Post;

let queryClient: QueryClient;
let reads: PromiseWithResolvers<Response>[];

beforeEach(() => {
  vi.useFakeTimers();
  postId = randomUUID();
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  reads = [];
  vi.stubGlobal('location', new URL('http://community.test/'));
  vi.stubGlobal('fetch', () => {
    const read = Promise.withResolvers<Response>();
    reads.push(read);
    return read.promise;
  });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (post: Post) =>
  queryClient.setQueryData<FeedPages>(postKeys.feed, { pages: [{ items: [post], next: null }], pageParams: [null] });
const shown = () => findListedPost(queryClient, postId)?.poll?.revision;
const receiveFrame = (revision: number) =>
  live(queryClient, 'ana').frames?.['poll.changed']?.({ type: 'poll.changed', postId, revision });
const passSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const answer = async (read: number, post: Post) => {
  reads[read]?.resolve(Response.json(post));
  await passSeconds(0);
};

/** A pending vote of the viewer. The returned function completes it. */
function vote() {
  const { promise, resolve } = Promise.withResolvers<Poll>();
  const mutation = new MutationObserver(queryClient, {
    mutationKey: pollKeys.voting(postId),
    mutationFn: () => promise,
    onSuccess: (poll) => applyPoll(queryClient, postId, poll),
  });
  void mutation.mutate();
  return async (poll: Poll) => {
    resolve(poll);
    await passSeconds(0);
  };
}

describe('poll results do not stay stale', () => {
  test("after another vote while the reader's first vote is in flight", async () => {
    show(postAt(1, null));
    const answerVote = vote();
    receiveFrame(3);
    await passSeconds(30);
    expect(reads).toHaveLength(0);
    await answerVote(pollAt(2));
    await passSeconds(30);
    expect(reads).toHaveLength(1);
    await answer(0, postAt(3));
    expect(shown()).toBe(3);
  });

  test('after a second frame during the delay of the first', async () => {
    show(postAt(1));
    receiveFrame(2);
    receiveFrame(3);
    // The response to the reader's own vote contains the first of the two.
    applyPoll(queryClient, postId, pollAt(2));
    await passSeconds(30);
    expect(reads).toHaveLength(1);
  });

  test('after a frame during the refetch that follows a vote in another tab', async () => {
    show(postAt(1, null));
    live(queryClient, 'ana').frames?.['poll.voted']?.({ type: 'poll.voted', postId });
    await passSeconds(0);
    receiveFrame(3);
    await answer(0, postAt(2));
    await passSeconds(30);
    expect(reads).toHaveLength(2);
  });

  test('after a frame before the list with the poll has loaded', async () => {
    void queryClient.prefetchQuery({ queryKey: postKeys.feed, queryFn: () => new Promise(() => {}) });
    receiveFrame(3);
    await passSeconds(30);
    await queryClient.cancelQueries();
    show(postAt(2));
    await passSeconds(30);
    expect(reads).toHaveLength(1);
  });

  test('after responses arrive out of order', async () => {
    show(postAt(1));
    const late = queryClient.fetchQuery(postQuery(queryClient, postId));
    await passSeconds(0);
    const newer = queryClient.fetchQuery({ ...postQuery(queryClient, postId), queryKey: postKeys.one('another read') });
    await passSeconds(0);
    await answer(1, postAt(3));
    await newer;
    await answer(0, postAt(2));
    expect((await late)?.poll?.revision).toBe(3);
  });
});

test('a reader without a vote does not refetch', async () => {
  show(postAt(1, null));
  receiveFrame(2);
  await passSeconds(60);
  expect(reads).toHaveLength(0);
});

test('a poll that changes all the time is refetched quickly once and then rarely', async () => {
  show(postAt(1));
  let revision = 1;
  const readsWithin = async (seconds: number) => {
    const before = reads.length;
    for (let turn = 0; turn < seconds * 2; turn += 1) {
      receiveFrame((revision += 1));
      await passSeconds(0.5);
      await answer(reads.length - 1, postAt(revision));
    }
    return reads.length - before;
  };
  expect(await readsWithin(3)).toBe(1);
  expect(await readsWithin(60)).toBeLessThanOrEqual(6);
  await passSeconds(30);
  await answer(reads.length - 1, postAt(revision));
  expect(shown()).toBe(revision);
});
