import type { CallsOf } from './endpoint.ts';
import type * as schemas from './points.schemas.ts';

export type * from './points.schemas.ts';

/** Calendar months and ISO weeks are those of UTC: everybody is listed by the same one. */
export const leaderboardPeriods = ['all', 'month', 'week'] as const;

export const pointsLimits = {
  entriesInPage: 50,
  /** From a place beyond it on, one's own rank is told roughly: to count everybody before would take too long. */
  exactRanks: 400,
  /** A run of days is counted so far back. */
  daysInRun: 366,
} as const;

/** What points are for, by the kind of what earned them. A kind that is not here earns points all the same. */
export const pointsReasons: Readonly<Record<string, string>> = {
  post: 'A post',
  comment: 'A reply',
  note: 'A gratitude note',
  win: 'A wellness win',
  listening: 'Time in meditation',
  completion: 'A completed meditation',
  meditation: 'A meditation added',
  meditation_comment: 'A reply',
};

export const pointsPaths = {
  listPointsHistory: { method: 'GET', path: '/api/points/history' },
  getStreak: { method: 'GET', path: '/api/points/streak' },
  listLeaderboard: { method: 'GET', path: '/api/leaderboard' },
  getStanding: { method: 'GET', path: '/api/leaderboard/me' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const pointsCalls: CallsOf<typeof pointsPaths, typeof schemas> = pointsPaths;
