import { expect, test } from 'vitest';
import {
  compactNumber,
  dateConventionsOf,
  dateFormat,
  dayLabel,
  formatCount,
  formatDate,
  formatDateTime,
  formatOrdinal,
  graphemesOf,
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
