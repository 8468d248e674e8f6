import { expect, test, vi } from 'vitest';
import { newId } from './columns.ts';

test('a later id is a higher one, within a millisecond and when the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ids = Array.from({ length: 1_000 }, newId);
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(...Array.from({ length: 1_000 }, newId));
  vi.useRealTimers();
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2_000);
});
