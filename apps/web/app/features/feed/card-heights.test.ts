import { expect, test } from 'vitest';
import { estimateLines } from './card-heights.ts';

test.each([
  ['one line', 1],
  ['a\n\nb', 3],
  ['x'.repeat(73), 2],
  ['字'.repeat(37), 2],
  ['x'.repeat(5_000), 70],
])('%j takes about %d lines', (text, lines) => {
  expect(estimateLines(text)).toBe(lines);
});
