import { randomUUID } from 'node:crypto';
import type { Post } from '@commons/contract/feed/schemas';
import type { Poll } from '@commons/contract/polls/schemas';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from './live.ts';
import { applyPoll, type FeedPages, pollKeys, postLists } from './posts.cache.ts';

/** A new id for each test, because the revision of each poll is stored by its post's id. */
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
let requests: PromiseWithResolvers<Response>[];

beforeEach(() => {
  vi.useFakeTimers();
  postId = randomUUID();
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  requests = [];
  vi.stubGlobal('location', new URL('http://community.test/'));
  vi.stubGlobal('fetch', () => {
    const response = Promise.withResolvers<Response>();
    requests.push(response);
    return response.promise;
  });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const setFeed = (post: Post) =>
  queryClient.setQueryData<FeedPages>(postLists.keys.list('feed'), {
    pages: [{ items: [post], next: null }],
    pageParams: [null],
  });
const shownRevision = () => postLists.find(queryClient, postId)?.poll?.revision;
const receiveFrame = (revision: number) =>
  live(queryClient, 'ana').frames?.['poll.changed']?.({ type: 'poll.changed', postId, revision });
const passSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const respond = async (index: number, post: Post) => {
  requests[index]?.resolve(Response.json(post));
  await passSeconds(0);
};

/** Starts a vote of the viewer. The returned function completes it. */
function startVote() {
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
    setFeed(postAt(1, null));
    const completeVote = startVote();
    receiveFrame(3);
    await passSeconds(30);
    expect(requests).toHaveLength(0);
    await completeVote(pollAt(2));
    await passSeconds(30);
    expect(requests).toHaveLength(1);
    await respond(0, postAt(3));
    expect(shownRevision()).toBe(3);
  });

  test('after a second frame during the delay of the first', async () => {
    setFeed(postAt(1));
    receiveFrame(2);
    receiveFrame(3);
    // The response to the reader's own vote contains the first of the two.
    applyPoll(queryClient, postId, pollAt(2));
    await passSeconds(30);
    expect(requests).toHaveLength(1);
  });

  test('after a frame during the refetch that follows a vote in another tab', async () => {
    setFeed(postAt(1, null));
    live(queryClient, 'ana').frames?.['poll.voted']?.({ type: 'poll.voted', postId });
    await passSeconds(0);
    receiveFrame(3);
    await respond(0, postAt(2));
    await passSeconds(30);
    expect(requests).toHaveLength(2);
  });

  test('after a frame before the list with the poll has loaded', async () => {
    void queryClient.prefetchQuery({ queryKey: postLists.keys.list('feed'), queryFn: () => new Promise(() => {}) });
    receiveFrame(3);
    await passSeconds(30);
    await queryClient.cancelQueries();
    setFeed(postAt(2));
    await passSeconds(30);
    expect(requests).toHaveLength(1);
  });

  test('after responses arrive out of order', async () => {
    setFeed(postAt(1));
    const lateResponse = queryClient.fetchQuery(postLists.itemQuery(queryClient, postId));
    await passSeconds(0);
    const newerResponse = queryClient.fetchQuery({
      ...postLists.itemQuery(queryClient, postId),
      queryKey: postLists.keys.item('another read'),
    });
    await passSeconds(0);
    await respond(1, postAt(3));
    await newerResponse;
    await respond(0, postAt(2));
    expect((await lateResponse)?.poll?.revision).toBe(3);
  });
});

test('a reader without a vote does not refetch', async () => {
  setFeed(postAt(1, null));
  receiveFrame(2);
  await passSeconds(60);
  expect(requests).toHaveLength(0);
});

test('a poll that keeps changing is refetched quickly once and then rarely', async () => {
  setFeed(postAt(1));
  let revision = 1;
  const countRequestsWithin = async (seconds: number) => {
    const previousCount = requests.length;
    for (let round = 0; round < seconds * 2; round += 1) {
      receiveFrame((revision += 1));
      await passSeconds(0.5);
      await respond(requests.length - 1, postAt(revision));
    }
    return requests.length - previousCount;
  };
  expect(await countRequestsWithin(3)).toBe(1);
  expect(await countRequestsWithin(60)).toBeLessThanOrEqual(6);
  await passSeconds(30);
  await respond(requests.length - 1, postAt(revision));
  expect(shownRevision()).toBe(revision);
});
