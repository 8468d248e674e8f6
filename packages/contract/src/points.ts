import { textsOfKinds } from './contribution-kinds.ts';

/** Periods of the leaderboard: calendar months and ISO weeks in UTC, the same for all members. */
export const leaderboardPeriods = ['all', 'month', 'week'] as const;

export const pointsLimits = {
  entriesInPage: 50,
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
