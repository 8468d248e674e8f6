import { expect, test } from 'vitest';
import { timeLeft } from './feed.texts.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const timeAfter = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
const minute = 60_000;

test.each([
  [7 * 24 * 60 * minute, '7 days left'],
  [2 * 24 * 60 * minute - 1, '1 day left'],
  [24 * 60 * minute - 1, '23 hours left'],
  [60 * minute, '1 hour left'],
  [59 * minute, '59 minutes left'],
  [minute, '1 minute left'],
  [minute - 1, 'Closes in a moment'],
  [-minute, 'Closes in a moment'],
])('rounds down the time left: %i ms is "%s"', (milliseconds, text) => {
  expect(timeLeft(timeAfter(milliseconds), now)).toBe(text);
});
