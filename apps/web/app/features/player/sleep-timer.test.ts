import { expect, test } from 'vitest';
import { fadeAt, secondsToSleep } from './sleep-timer.ts';

const playing = { position: 280, duration: 300, speed: 1 };

test('a timer in minutes ends at its time, and the other one at the end of the meditation', () => {
  expect(secondsToSleep(null, playing, 0)).toBeNull();
  expect(secondsToSleep({ minutes: 5, endsAt: 300_000 }, playing, 60_000)).toBe(240);
  expect(secondsToSleep({ minutes: 5, endsAt: 300_000 }, playing, 400_000)).toBe(0);
  expect(secondsToSleep({ minutes: 5, endsAt: null }, playing, 400_000)).toBe(300);
  expect(secondsToSleep('end', playing, 0)).toBe(20);
  expect(secondsToSleep('end', { ...playing, speed: 1.25 }, 0)).toBe(16);
});

test('the volume fades out in the last ten seconds', () => {
  expect([null, 60, 10, 5, 0].map(fadeAt)).toEqual([1, 1, 1, 0.5, 0]);
});
