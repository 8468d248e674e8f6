import { expect, test } from 'vitest';
import { fadeAt, secondsUntilSleep } from './player-store.ts';

const playback = { position: 280, duration: 300, speed: 1 };

test('a timer in minutes ends after that time, and the "end" timer ends with the meditation', () => {
  expect(secondsUntilSleep(null, playback, 0)).toBeNull();
  expect(secondsUntilSleep({ minutes: 5, endsAt: 300_000 }, playback, 60_000)).toBe(240);
  expect(secondsUntilSleep({ minutes: 5, endsAt: 300_000 }, playback, 400_000)).toBe(0);
  expect(secondsUntilSleep({ minutes: 5, endsAt: null }, playback, 400_000)).toBe(300);
  expect(secondsUntilSleep('end', playback, 0)).toBe(20);
  expect(secondsUntilSleep('end', { ...playback, speed: 1.25 }, 0)).toBe(16);
});

test('the volume fades out in the last ten seconds', () => {
  expect([null, 60, 10, 5, 0].map(fadeAt)).toEqual([1, 1, 1, 0.5, 0]);
});
