import { expect, test } from 'vitest';
import { contrastOf, readableOn } from './colors.ts';

test('measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each(['#ffee00', '#2b6b5a', '#ffffff', '#000000', '#ff0000', '#777777'])(
  'makes %s readable on light and dark backgrounds',
  (accent) => {
    expect(contrastOf(readableOn('#fbf8f2', accent, '#000000'), '#fbf8f2')).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(readableOn('#18231f', accent, '#ffffff'), '#18231f')).toBeGreaterThanOrEqual(4.5);
  },
);

test('keeps a color that is readable', () => {
  expect(readableOn('#ffffff', '#2b6b5a', '#000000')).toBe('#2b6b5a');
});
