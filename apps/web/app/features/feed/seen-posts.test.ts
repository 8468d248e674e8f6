import { beforeEach, expect, test, vi } from 'vitest';
import { findSeenUntil, isSeenBoundary, storeNewestSeen } from './seen-posts.ts';

const minutes = 60_000;
const [monday, tuesday, wednesday] = [
  '2026-11-23T08:00:00.000Z',
  '2026-11-24T08:00:00.000Z',
  '2026-11-25T08:00:00.000Z',
];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

test('a first visit has no posts of an earlier one', () => {
  expect(findSeenUntil('ana', 0)).toBeNull();
  storeNewestSeen('ana', monday, 0);
  expect(findSeenUntil('ana', 5 * minutes)).toBeNull();
});

test('a reload keeps the end of the last visit, and a later visit moves it', () => {
  storeNewestSeen('ana', monday, 0);
  storeNewestSeen('ana', tuesday, 600 * minutes);
  expect(findSeenUntil('ana', 610 * minutes)).toBe(monday);
  storeNewestSeen('ana', wednesday, 610 * minutes);
  expect(findSeenUntil('ana', 620 * minutes)).toBe(monday);
  expect(findSeenUntil('ana', 900 * minutes)).toBe(wednesday);
  expect(findSeenUntil('tom', 900 * minutes)).toBeNull();
});

test('only one pair of posts has the boundary between them', () => {
  expect(isSeenBoundary(tuesday, wednesday, tuesday)).toBe(true);
  expect(isSeenBoundary(tuesday, tuesday, monday)).toBe(false);
  expect(isSeenBoundary(monday, wednesday, tuesday)).toBe(false);
  expect(isSeenBoundary(tuesday, null, tuesday)).toBe(false);
});
