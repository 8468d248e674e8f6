import { expect, test } from 'vitest';
import { countEntries } from './entry-counts.tsx';

const at = (text: string) => ({ createdAt: new Date(text).toISOString() });

test('counts the entries of the last 7 days and of the last month, to the minute', () => {
  const entries = [
    '2026-11-22T12:00',
    '2026-11-15T12:01',
    '2026-11-15T11:59',
    '2026-10-22T12:01',
    '2026-10-22T11:59',
    '2025-11-22T12:00',
  ].map(at);
  expect(countEntries(entries, new Date('2026-11-22T12:00'))).toEqual({ total: 6, week: 2, month: 4 });
  expect(countEntries([], new Date())).toEqual({ total: 0, week: 0, month: 0 });
});

test.for([
  ['2026-03-31T12:00', '2026-02-28T12:01', '2026-02-28T11:59'],
  ['2024-03-30T12:00', '2024-02-29T12:01', '2024-02-29T11:59'],
  ['2026-01-15T12:00', '2025-12-15T12:01', '2025-12-15T11:59'],
] as const)('the month before %s starts between %s and %s', ([now, inside, outside]) => {
  expect(countEntries([at(inside), at(outside)], new Date(now)).month).toBe(1);
});
