import { pointsCalls } from '@commons/contract/points/calls';
import type { LeaderboardPeriod } from '@commons/contract/points/schemas';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { timeZone } from '../../lib/locale.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';

export const pointsKeys = {
  all: ['points'],
  leaderboards: ['points', 'leaderboard'],
} as const;

const periodQuery = (period: LeaderboardPeriod) => (period === 'all' ? {} : { period });

export const leaderboardQuery = (period: LeaderboardPeriod) =>
  pagedQuery({
    queryKey: [...pointsKeys.leaderboards, 'list', period],
    read: ({ cursor, signal }) =>
      callPage(pointsCalls.listLeaderboard, { query: { ...periodQuery(period), ...cursorOf(cursor) } }, { signal }),
    // No live frame reports other members' points, so each visit refetches and shows the cached list until then.
    ...staleOnVisit,
  });

/** The viewer's rank. */
export const standingQuery = (period: LeaderboardPeriod) =>
  queryOptions({
    queryKey: [...pointsKeys.leaderboards, 'own', period],
    queryFn: ({ signal }) => call(pointsCalls.getStanding, { query: periodQuery(period) }, { signal }),
    ...staleOnVisit,
  });

/** Days start at midnight in the device's time zone. */
export const streakQuery = queryOptions({
  queryKey: [...pointsKeys.all, 'streak'],
  queryFn: ({ signal }) => call(pointsCalls.getStreak, { query: { timeZone: timeZone() } }, { signal }),
  // A streak can end without a frame.
  ...staleOnVisit,
});

export const historyQuery = pagedQuery({
  queryKey: [...pointsKeys.all, 'history'],
  read: ({ cursor, signal }) => callPage(pointsCalls.listPointsHistory, { query: cursorOf(cursor) }, { signal }),
  ...staleOnVisit,
});
