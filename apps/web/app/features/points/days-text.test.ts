import { pointsLimits } from '@commons/contract/points';
import { expect, test } from 'vitest';
import { formatActiveDays } from './points.texts.ts';

test.for([
  [0, 0, 'No active days yet this month'],
  [1, 1, '1 day this month'],
  [9, 0, '9 days this month'],
  [9, 2, '9 days this month · 2 days in a row'],
  [1, 40, '1 day this month · 40 days in a row'],
  [22, pointsLimits.maxStreakDays, '22 days this month · a year in a row'],
] as const)('%i days this month and a streak of %i are shown as "%s"', ([daysThisMonth, currentRun, text]) => {
  expect(formatActiveDays({ daysThisMonth, currentRun })).toBe(text);
});
