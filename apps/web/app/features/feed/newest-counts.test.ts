import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Post, PostCounts } from '@commons/contract/feed/schemas';
import type { Meditation } from '@commons/contract/meditations/schemas';
import type { UnreadCount } from '@commons/contract/messages/schemas';
import type { Win } from '@commons/contract/wins/schemas';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newerCount } from '../../lib/live-count.ts';
import type { Pages } from '../../lib/pages.ts';
import {
  applyCounts,
  storeConfirmedLike,
  pendingToggles,
  mergeLiveCounts,
  withNewerState,
} from '../contributions/counts.ts';
import { meditationLists } from '../meditations/meditations.api.ts';
import { withScore } from '../members/live.ts';
import { winLists } from '../wins/wins.api.ts';
import { type FeedPages, postLists } from './posts.cache.ts';

/** Values with increasing revisions, and a random order of arrival with duplicates. */
const arrivalOrders = <Value>(toValue: (value: number, revision: number) => Value) =>
  fc
    .array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 12 })
    .map((values) => values.map((value, index) => toValue(value, index + 1)))
    .chain((announced) =>
      fc
        .tuple(fc.shuffledSubarray(announced, { minLength: announced.length }), fc.shuffledSubarray(announced))
        .map(([all, duplicates]) => ({ last: announced.at(-1) as Value, received: [...all, ...duplicates] })),
    );

const counts = (value: number, countsRevision: number): PostCounts => ({
  likesCount: value,
  commentsCount: 50 - value,
  countsRevision,
});

test('a post shows its newest counts, in any order of frames and responses', () => {
  let id = 0;
  fc.assert(
    fc.property(arrivalOrders(counts), fc.nat({ max: 12 }), ({ last, received: arrivals }, responseIndex) => {
      const queryClient = new QueryClient();
      const postId = `post-${(id += 1)}`;
      const response = { id: postId, ...counts(0, 0) } as Post;
      arrivals.forEach((received, index) => {
        if (index === responseIndex)
          queryClient.setQueryData<FeedPages>(postLists.keys.list('feed'), {
            pages: [{ items: [withNewerState(queryClient, response)], next: null }],
            pageParams: [null],
          });
        applyCounts(postLists, queryClient, postId, received);
      });
      const feed = queryClient.getQueryData<FeedPages>(postLists.keys.list('feed'));
      // A response that arrives after all frames.
      const shownPost = feed?.pages[0]?.items[0] ?? withNewerState(queryClient, response);
      expect(shownPost).toMatchObject(last);
    }),
  );
});

test('a win shows its newest counts, in any order of frames and responses', () => {
  let id = 0;
  fc.assert(
    fc.property(
      arrivalOrders((likesCount, countsRevision) => ({ likesCount, countsRevision })),
      ({ last, received: arrivals }) => {
        const queryClient = new QueryClient();
        const winId = `win-${(id += 1)}`;
        for (const received of arrivals) applyCounts(winLists, queryClient, winId, received);
        const response = { id: winId, isLiked: false, likesCount: 0, countsRevision: 0 } as Win;
        expect(withNewerState(queryClient, response)).toMatchObject(last);
      },
    ),
  );
});

test('a meditation shows its newest counts, in any order of frames and responses', () => {
  let id = 0;
  fc.assert(
    fc.property(
      arrivalOrders((commentsCount, countsRevision) => ({ commentsCount, countsRevision })),
      ({ last, received: arrivals }) => {
        const queryClient = new QueryClient();
        const meditationId = `meditation-${(id += 1)}`;
        for (const received of arrivals) applyCounts(meditationLists, queryClient, meditationId, received);
        const response = { id: meditationId, commentsCount: 0, countsRevision: 0 } as Meditation;
        expect(mergeLiveCounts(queryClient, response)).toMatchObject(last);
      },
    ),
  );
});

test('the response to a change does not restore counts from before a frame', () => {
  const queryClient = new QueryClient();
  const win = { id: 'a-changed-win', category: 'other', isLiked: false, likesCount: 3, countsRevision: 3 } as Win;
  queryClient.setQueryData<Pages<Win>>(winLists.keys.list('all'), {
    pages: [{ items: [win], next: null }],
    pageParams: [null],
  });
  applyCounts(winLists, queryClient, win.id, { likesCount: 4, countsRevision: 4 });
  winLists.replace(queryClient, { ...win, title: 'A long walk' });
  expect(queryClient.getQueryData<Pages<Win>>(winLists.keys.list('all'))?.pages[0]?.items).toMatchObject([
    { title: 'A long walk', likesCount: 4, countsRevision: 4 },
  ]);

  const meditation = { id: 'a-changed-meditation', commentsCount: 3, countsRevision: 3 } as Meditation;
  queryClient.setQueryData<Meditation>(meditationLists.keys.item(meditation.id), meditation);
  applyCounts(meditationLists, queryClient, meditation.id, { commentsCount: 4, countsRevision: 4 });
  meditationLists.replace(queryClient, { ...meditation, title: 'Rain on a roof' });
  expect(queryClient.getQueryData<Meditation>(meditationLists.keys.item(meditation.id))).toMatchObject({
    title: 'Rain on a roof',
    commentsCount: 4,
    countsRevision: 4,
  });
});

test('a response does not undo a like that was sent or confirmed after its request', () => {
  const queryClient = new QueryClient();
  const before = { id: 'a-liked-post', isLiked: false, ...counts(3, 1) } as Post;
  const confirmed = { isLiked: true, likesCount: 4, countsRevision: 2 };
  pendingToggles(queryClient).set(before.id, { confirmed: before, isLiked: true });
  expect(withNewerState(queryClient, before)).toMatchObject({ isLiked: true, likesCount: 4 });
  expect(withNewerState(queryClient, { ...before, ...confirmed })).toMatchObject({ isLiked: true, likesCount: 4 });

  storeConfirmedLike(queryClient, before.id, confirmed);
  pendingToggles(queryClient).delete(before.id);
  expect(withNewerState(queryClient, before)).toMatchObject({ isLiked: true, likesCount: 4, countsRevision: 1 });
  const unlikedElsewhere = { ...before, ...counts(3, 3) };
  expect(withNewerState(queryClient, unlikedElsewhere)).toMatchObject({ isLiked: false, likesCount: 3 });
});

test('the badge shows the count with the highest revision', () => {
  fc.assert(
    fc.property(
      arrivalOrders((count, revision): UnreadCount => ({ count, revision })),
      ({ last, received: arrivals }) => {
        let shownCount: UnreadCount | undefined;
        for (const received of arrivals) shownCount = newerCount(shownCount, received);
        expect(shownCount).toEqual(last);
      },
    ),
  );
});

test('the member sees the score with the highest revision', () => {
  fc.assert(
    fc.property(
      arrivalOrders((mindfulnessScore, scoreRevision) => ({ mindfulnessScore, scoreRevision })),
      ({ last, received: arrivals }) => {
        const viewer = { mindfulnessScore: 0, scoreRevision: 0 } as CurrentUser;
        expect(arrivals.reduce(withScore, viewer)).toEqual(last);
      },
    ),
  );
});
