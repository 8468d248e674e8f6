import { z } from 'zod';
import { id, pageQuery, timestamp, timeZone } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { leaderboardPeriods, pointsLimits, pointsPaths } from './points.ts';

/** An entry of the points ledger: an award, or its reversal after the content was deleted. */
export const pointsEntryView = z
  .object({
    id,
    /** The kind of activity (`pointsReasons`). */
    kind: z.string(),
    points: z.int(),
    /** Listening time in seconds; 0 for other kinds. */
    seconds: z.int(),
    isTakenBack: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'PointsEntry' });
export type PointsEntry = z.infer<typeof pointsEntryView>;

export const listPointsHistory = endpoint({
  ...pointsPaths.listPointsHistory,
  summary: 'List the member’s own points entries, latest first',
  query: pageQuery,
  replies: { 200: z.array(pointsEntryView) },
  paged: true,
});

export const streakView = z
  .object({
    /** Days of the current month with at least one award. */
    daysThisMonth: z.int(),
    /** Consecutive days with at least one award, up to today, or up to yesterday if today has none yet. */
    currentRun: z.int(),
  })
  .meta({ id: 'Streak' });
export type Streak = z.infer<typeof streakView>;

export const getStreak = endpoint({
  ...pointsPaths.getStreak,
  summary: 'Get the member’s streak of days with points, in their time zone',
  query: z.strictObject({ timeZone: timeZone.default('UTC') }),
  replies: { 200: streakView },
});

export const leaderboardPeriod = z.enum(leaderboardPeriods);
export type LeaderboardPeriod = z.infer<typeof leaderboardPeriod>;

/** `points` are of the period; `mindfulnessScore` is of all time. */
const figures = { points: z.int(), mindfulnessScore: z.int(), meditationMinutes: z.int() };

export const leaderboardEntryView = memberSummary
  .extend({
    /** Members with equal points share a rank, and the next ranks are skipped: 1, 1, 3. */
    rank: z.int(),
    ...figures,
  })
  .meta({ id: 'LeaderboardEntry' });
export type LeaderboardEntry = z.infer<typeof leaderboardEntryView>;

export const listLeaderboard = endpoint({
  ...pointsPaths.listLeaderboard,
  summary: 'List members by points in a period, highest first',
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.unwrap().default(pointsLimits.entriesInPage),
    period: leaderboardPeriod.default('all'),
  }),
  replies: { 200: z.array(leaderboardEntryView) },
  paged: true,
});

export const standingView = memberSummary
  .extend({
    /** Null if the member hides from the leaderboard or has no points in the period. */
    rank: z.int().nullable(),
    showsOnLeaderboard: z.boolean(),
    ...figures,
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof standingView>;

export const getStanding = endpoint({
  ...pointsPaths.getStanding,
  summary: 'Get the member’s own rank among the members whom they can see',
  query: z.strictObject({ period: leaderboardPeriod.default('all') }),
  replies: { 200: standingView },
});

/** Live frames for the member whose score changed. The revision grows with each change. */
export const pointsEvents = {
  'points.changed': z.object({ type: z.literal('points.changed'), mindfulnessScore: z.int(), scoreRevision: z.int() }),
};
