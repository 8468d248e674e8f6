import { expect, test } from 'vitest';
import { compactNumber } from './compact-number.ts';

test.each([
  [0, '0'],
  [1_234, '1,234'],
  [9_999, '9,999'],
  [10_000, '10k'],
  [15_249, '15.2k'],
  [999_949, '999.9k'],
  [2_300_000, '2.3M'],
])('%d reads as %s', (count, text) => {
  expect(compactNumber(count)).toBe(text);
});
