import { expect, test } from 'vitest';
import { gridValues, stepPaths } from './chart-scale.ts';

const yOf = (value: number) => 10 - value;

test('a chart has a zero line and at most four round steps above it', () => {
  expect(gridValues(0, 'count')).toEqual([0, 1]);
  expect(gridValues(3, 'count')).toEqual([0, 1, 2, 3]);
  expect(gridValues(37, 'count')).toEqual([0, 10, 20, 30, 40]);
  expect(gridValues(1_234_567, 'count')).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  expect(gridValues(100, 'minutes')).toEqual([0, 30, 60, 90, 120]);
  expect(gridValues(3 * 24 * 60, 'minutes')).toEqual([0, 1440, 2880, 4320]);
});

test('each day is a step, and days without a value are gaps', () => {
  expect(stepPaths([4, 6, null, 2], yOf)).toEqual({
    line: 'M0 6V6H1V4H2M3 8V8H4',
    area: 'M0 10V6H1V4H2V10ZM3 10V8H4V10Z',
  });
  expect(stepPaths([null], yOf)).toEqual({ line: '', area: '' });
});
