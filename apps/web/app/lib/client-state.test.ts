import type { Post } from '@commons/contract/feed/schemas';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { mergeKnownState } from '../features/feed/posts.cache.ts';
import { clearClientState, clientState, recentByClient, RecentMap } from './client-state.ts';

test('each query client has its own state, the same on every use', () => {
  const countOf = clientState(() => ({ count: 0 }));
  const otherOf = clientState(() => ({ count: 10 }));
  const [ana, ben] = [new QueryClient(), new QueryClient()];
  countOf(ana).count += 1;
  countOf(ana).count += 1;
  expect([countOf(ana).count, countOf(ben).count, otherOf(ana).count]).toEqual([2, 0, 10]);
});

test('clearing the state of a client removes every entry', () => {
  const namesOf = recentByClient<string>();
  const client = new QueryClient();
  namesOf(client).set('1', 'Ana');
  clearClientState(client);
  expect(namesOf(client).size).toBe(0);
});

test('a map of recent entries drops the least recently written', () => {
  const map = new RecentMap<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) map.set(key, index);
  expect([...map]).toEqual([
    ['c', 2],
    ['a', 3],
    ['d', 4],
  ]);
});

test('a map keeps a thousand entries by default', () => {
  const map = new RecentMap<number, number>();
  for (let key = 0; key < 5_000; key += 1) map.set(key, key);
  expect(map.size).toBe(1_000);
});

const poll = (myOptionId: string | null, revision: number) =>
  ({ id: 'a-post', editedAt: null, countsRevision: 0, poll: { myOptionId, revision }, event: null }) as unknown as Post;

test("a vote in one member's responses does not show in another member's page", () => {
  const [ana, ben] = [new QueryClient(), new QueryClient()];
  mergeKnownState(ana, poll('the first', 2));
  expect(mergeKnownState(ben, poll(null, 1)).poll).toMatchObject({ myOptionId: null, revision: 1 });
  expect(mergeKnownState(ana, poll(null, 1)).poll).toMatchObject({ myOptionId: 'the first', revision: 2 });
});
