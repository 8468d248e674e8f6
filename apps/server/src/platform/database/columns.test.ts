import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { firstIdAt, newId, newIdAt } from './columns.ts';

test('a later id is higher, within a millisecond and when the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ids = Array.from({ length: 5_000 }, newId);
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(...Array.from({ length: 5_000 }, newId));
  vi.useRealTimers();
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_000);
});

test('an id is a UUID v7 of its time and sorts after the first id of that time', () => {
  const date = new Date('2026-02-03T04:05:06.789Z');
  for (const id of [firstIdAt(date), newIdAt(date), newId()]) expect(id).toEqual(z.uuidv7().parse(id));
  expect(newIdAt(date).slice(0, 13)).toBe('019c21ac-ec65');
  const inOrder = [firstIdAt(date), newIdAt(date), firstIdAt(new Date(date.getTime() + 1)), newId()];
  expect(inOrder.toSorted()).toEqual(inOrder);
});
