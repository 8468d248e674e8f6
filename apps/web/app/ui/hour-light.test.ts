import { expect, test } from 'vitest';
import { lightOf } from './hour-light.ts';

test.each([
  ['06:00', 'sun'],
  ['19:59', 'sun'],
  ['20:00', 'moon'],
  ['00:00', 'moon'],
  ['05:59', 'moon'],
] as const)('at %s the %s is up', (time, light) => {
  expect(lightOf(new Date(`2026-11-29T${time}`))).toBe(light);
});
