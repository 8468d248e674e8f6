import { expect, test } from 'vitest';
import { clockTime, formatMinutes, spokenTime } from './times.ts';

test('formats times as on a clock and as spoken', () => {
  expect([0, 9.9, 65, 600, 3_845].map(clockTime)).toEqual(['0:00', '0:09', '1:05', '10:00', '1:04:05']);
  expect([0, 1, 60, 130, 3_661].map(spokenTime)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '2 minutes 10 seconds',
    '1 hour 1 minute 1 second',
  ]);
  expect([20, 60, 899, 900].map(formatMinutes)).toEqual(['1 minute', '1 minute', '15 minutes', '15 minutes']);
});
