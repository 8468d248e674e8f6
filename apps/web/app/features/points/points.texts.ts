import { pointsLimits } from '@commons/contract/points';
import type { Streak } from '@commons/contract/points/schemas';
import { plural } from '../../lib/locale.ts';

/** Label of a count. */
export const pointsLabel = (count: number): string => plural(count, { one: 'point', other: 'points' });

export const pointsCount = (count: number): string => plural(count, { one: '# point', other: '# points' });

export const minutesCount = (count: number): string => plural(count, { none: '', one: '# minute', other: '# minutes' });

export function formatActiveDays({ daysThisMonth, currentRun }: Streak): string {
  const month = plural(daysThisMonth, {
    none: 'No active days yet this month',
    one: '# day this month',
    other: '# days this month',
  });
  if (currentRun < 2) return month;
  const run =
    currentRun === pointsLimits.maxStreakDays ? 'a year in a row' : plural(currentRun, { other: '# days in a row' });
  return `${month} · ${run}`;
}
