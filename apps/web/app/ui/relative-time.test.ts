import { formatDistance } from 'date-fns/formatDistance';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { timeAgo } from './relative-time.tsx';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const year = 365 * 24 * 60 * 60 * 1000;
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
const distance = fc.oneof(
  ...[60_000, 2 * 60 * 60 * 1000, 3 * 24 * 60 * 60 * 1000, year, 9 * year].map((max) => fc.nat({ max })),
);

test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
  'formats every time like date-fns in the time zone %s',
  (timeZone) => {
    process.env['TZ'] = timeZone;
    fc.assert(
      fc.property(date, distance, (earlier, milliseconds) => {
        const now = new Date(earlier.getTime() + milliseconds);
        const expected = formatDistance(earlier, now, { addSuffix: true });
        // If the clock is set back in this interval, date-fns counts backwards: "-1 minutes ago".
        fc.pre(!expected.startsWith('-'));
        expect(timeAgo(earlier, now)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  },
);

test.each([
  ['2024-02-29', '2025-02-28'],
  ['2024-02-29', '2026-02-28'],
  ['2025-01-31', '2026-02-28'],
  ['2024-08-31', '2025-11-30'],
  ['2025-07-01', '2025-08-30'],
  ['2025-03-30', '2025-03-31'],
])('formats the last days of a month like date-fns: %s to %s', (earlier, later) => {
  const [from, to] = [new Date(`${earlier}T12:00:00`), new Date(`${later}T12:00:00`)];
  expect(timeAgo(from, to)).toBe(formatDistance(from, to, { addSuffix: true }));
});

test('the current time is less than a minute ago', () => {
  const now = new Date();
  expect(timeAgo(now, now)).toBe('less than a minute ago');
});
