import { expect, test } from 'vitest';
import { excerptOf } from './search.marks.ts';

test.for(['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽'])('an excerpt among many %s is cut between grapheme clusters', (unit) => {
  const { text, marks } = excerptOf(`${unit.repeat(61)}quietx${unit.repeat(300)}`, (word) => word === 'quietx');
  expect(text.replaceAll(unit, '')).toBe('… quietx …');
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['quietx']);
});
