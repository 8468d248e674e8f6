import { textsOfKinds } from './contribution-kinds.ts';
import type { CallsOf } from './endpoint.ts';
import type * as schemas from './points.schemas.ts';

export type * from './points.schemas.ts';

/** Periods of the leaderboard: calendar months and ISO weeks in UTC, the same for all members. */
export const leaderboardPeriods = ['all', 'month', 'week'] as const;

export const pointsLimits = {
  entriesInPage: 50,
  /** Ranks after this one are estimates, because an exact count would take too long. */
  exactRanks: 400,
  /** Maximum length of a counted streak, in days. */
  maxStreakDays: 366,
} as const;

/** Label of each kind of activity that earns points. Kinds without a label also earn points. */
export const pointsReasons: Readonly<Record<string, string>> = {
  ...textsOfKinds('award'),
  listening: 'Time in meditation',
  completion: 'A completed meditation',
  meditation: 'A meditation added',
};

export const pointsPaths = {
  listPointsHistory: { method: 'GET', path: '/api/points/history' },
  getStreak: { method: 'GET', path: '/api/points/streak' },
  listLeaderboard: { method: 'GET', path: '/api/leaderboard' },
  getStanding: { method: 'GET', path: '/api/leaderboard/me' },
} as const;

/** `pointsPaths`, typed with the input and output of each call. */
export const pointsCalls: CallsOf<typeof pointsPaths, typeof schemas> = pointsPaths;
