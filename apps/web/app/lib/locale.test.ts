import { expect, test } from 'vitest';
import {
  compactNumber,
  dateConventionsOf,
  dateFormat,
  dayLabel,
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatList,
  formatOrdinal,
  formatPercent,
  formatUnit,
  graphemesOf,
  periodLabel,
  plural,
  shortMoment,
  timeOfDay,
} from './locale.ts';

test.each([
  [0, '0'],
  [1_234, '1,234'],
  [9_999, '9,999'],
  [10_000, '10k'],
  [15_249, '15.2k'],
  [999_949, '999.9k'],
  [2_300_000, '2.3M'],
])('formats %d as %s', (count, text) => {
  expect(compactNumber(count)).toBe(text);
});

test.for<[text: string, bytes: number]>([
  ['0 bytes', 0],
  ['999 bytes', 999],
  ['1 kB', 1000],
  ['8.2 MB', 8_150_000],
  ['84 MB', 84_400_000],
  ['75 GB', 75_444_285_440],
  ['1.5 TB', 1.5e12],
])('formats a size as %s', ([text, bytes]) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('formats shares, units and lists', () => {
  expect([0, 0.005, 1].map(formatPercent)).toEqual(['0%', '1%', '100%']);
  expect([formatUnit(1, 'day'), formatUnit(2, 'day')]).toEqual(['1 day', '2 days']);
  expect(formatUnit(1234.5, 'hour', { unitDisplay: 'short', maximumFractionDigits: 0 })).toBe('1,235 hr');
  expect(formatList(['Ana', 'Ben', 'Tom'])).toBe('Ana, Ben, and Tom');
});

test.for([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [17, '17th'],
  [1022, '1,022nd'],
] as const)('the ordinal of %i is %s', ([value, text]) => {
  expect(formatOrdinal(value)).toBe(text);
});

test("formats counts and times in English and in the device's time zone", () => {
  const at = new Date(2026, 0, 5, 21, 41).toISOString();
  // A narrow no-break space separates the time and "PM".
  expect(formatCount(15_249)).toBe('15,249');
  expect(timeOfDay(at)).toMatch(/^9:41\sPM$/u);
  expect(formatDateTime(at)).toMatch(/^Monday, January 5, 2026 at 9:41\sPM$/u);
  expect(formatDate('2026-01-05')).toBe('January 5, 2026');
});

test.for([
  ['en-US', 'Jan 5, 2026', '9:41 PM', 'Monday, January 5, 2026 at 9:41 PM'],
  ['en-GB', '5 Jan 2026', '21:41', 'Monday, 5 January 2026 at 21:41'],
  ['en-AU', '5 Jan 2026', '9:41 pm', 'Monday, 5 January 2026 at 9:41 pm'],
  ['en-CA', 'Jan 5, 2026', '9:41 PM', 'Monday, January 5, 2026 at 9:41 PM'],
  ['en-IN', '5 Jan 2026', '9:41 pm', 'Monday, 5 January 2026 at 9:41 pm'],
  ['en-IE', '5 Jan 2026', '21:41', 'Monday, 5 January 2026 at 21:41'],
  ['de-DE', '5 Jan 2026', '21:41', 'Monday, 5 January 2026 at 21:41'],
  ['fr-FR', '5 Jan 2026', '21:41', 'Monday, 5 January 2026 at 21:41'],
  ['sv-SE', '5 Jan 2026', '21:41', 'Monday, 5 January 2026 at 21:41'],
  ['ar-EG', '5 Jan 2026', '9:41 pm', 'Monday, 5 January 2026 at 9:41 pm'],
  ['ja-JP', 'Jan 5, 2026', '21:41', 'Monday, January 5, 2026 at 21:41'],
  ['zh-CN', 'Jan 5, 2026', '21:41', 'Monday, January 5, 2026 at 21:41'],
  ['hu-HU', 'Jan 5, 2026', '21:41', 'Monday, January 5, 2026 at 21:41'],
] as const)('dates for a %s browser have English words in local order', ([language, day, time, moment]) => {
  const at = new Date('2026-01-05T21:41:00Z');
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat({ timeZone: 'UTC', ...options }, dateConventionsOf(language))
      .format(at)
      .replaceAll('\u202f', ' ');
  expect([
    format({ dateStyle: 'medium' }),
    format({ hour: 'numeric', minute: '2-digit' }),
    format({ dateStyle: 'full', timeStyle: 'short' }),
  ]).toEqual([day, time, moment]);
});

test('formats a time as short as its distance allows', () => {
  const now = new Date(2026, 6, 16, 12);
  const texts = [
    new Date(2026, 6, 16, 8, 5),
    new Date(2026, 6, 15, 23, 59),
    new Date(2026, 6, 12, 8),
    new Date(2026, 1, 3),
    new Date(2024, 1, 3),
  ].map((then) => [shortMoment(then.toISOString(), now), dayLabel(then.toISOString(), now)]);
  expect(texts).toEqual([
    [expect.stringMatching(/^8:05\sAM$/u), 'Today'],
    ['Yesterday', 'Yesterday'],
    ['Sun', 'Sunday'],
    ['Feb 3', 'Tuesday, February 3'],
    ['2/3/24', 'February 3, 2024'],
  ]);
});

test('names the period of a time', () => {
  const now = new Date(2026, 6, 16, 12);
  const periods = [16, 15, 10, 9].map((day) => periodLabel(new Date(2026, 6, day, 23).toISOString(), now));
  expect(periods).toEqual(['Today', 'This week', 'This week', 'Earlier']);
});

test('counts graphemes as characters', () => {
  expect(graphemesOf('e\u0301👩🏽‍🌾!')).toEqual(['e\u0301', '👩🏽‍🌾', '!']);
});

test.each([
  [0, 'posts'],
  [1, 'post'],
  [2, 'posts'],
  [1_001, 'posts'],
])('chooses the plural form for %d: %s', (count, word) => {
  expect(plural(count, { one: 'post', other: 'posts' })).toBe(word);
});

test('a plural form contains the formatted count, and zero can have its own text', () => {
  const forms = { none: 'No posts yet', one: '# post', other: '# posts' };
  expect([0, 1, 1_001].map((count) => plural(count, forms))).toEqual(['No posts yet', '1 post', '1,001 posts']);
});
