import { expect, test } from 'vitest';
import { lightAt } from './hour-light.ts';

test.each([
  [6, 'sun'],
  [13, 'sun'],
  [19.9, 'sun'],
  [20, 'moon'],
  [23.5, 'moon'],
  [0, 'moon'],
  [5.9, 'moon'],
] as const)('at %d o’clock the %s is up', (hour, light) => {
  expect(lightAt(hour, '/').light).toBe(light);
});

const height = (hour: number) => -lightAt(hour, '/').y;

test('the sun and moon are low when they rise and set, and highest halfway', () => {
  expect(height(13)).toBeGreaterThan(height(9));
  expect(height(9)).toBeGreaterThan(height(6));
  expect(height(13)).toBeGreaterThan(height(19));
  expect(height(1)).toBeGreaterThan(height(21));
  expect(height(1)).toBeGreaterThan(height(5));
});

test('each section has its own horizontal position, shared by all of its screens', () => {
  const sections = [
    '/',
    '/gratitude-wall',
    '/wellness-wins',
    '/leaderboard',
    '/meditations',
    '/events',
    '/messages',
    '/settings',
  ];
  const positions = sections.map((pathname) => lightAt(10, pathname).x);
  expect(new Set(positions).size).toBe(sections.length);
  expect(lightAt(10, '/messages/somebody').x).toBe(lightAt(10, '/messages').x);
});
