import { z } from 'zod';
import { id, pageQuery, timestamp, timeZone } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { leaderboardPeriods, pointsLimits, pointsPaths } from './points.ts';

/** A row of the ledger: points that were awarded, or those of something deleted that were taken back. */
export const pointsEntryView = z
  .object({
    id,
    /** The kind of what the points are for (`pointsReasons`). */
    kind: z.string(),
    points: z.int(),
    /** Seconds of meditation. */
    seconds: z.int(),
    isTakenBack: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'PointsEntry' });
export type PointsEntry = z.infer<typeof pointsEntryView>;

export const listPointsHistory = endpoint({
  ...pointsPaths.listPointsHistory,
  summary: 'How the member’s own points came, the latest first',
  query: pageQuery,
  replies: { 200: z.array(pointsEntryView) },
  paged: true,
});

export const streakView = z
  .object({
    /** Days of the current month with at least one award. */
    daysThisMonth: z.int(),
    /** Days in a row with at least one award, up to today or, while today has none, to yesterday. */
    currentRun: z.int(),
  })
  .meta({ id: 'Streak' });
export type Streak = z.infer<typeof streakView>;

export const getStreak = endpoint({
  ...pointsPaths.getStreak,
  summary: 'The days on which the member earned points, as days begin in their time zone',
  query: z.strictObject({ timeZone: timeZone.default('UTC') }),
  replies: { 200: streakView },
});

export const leaderboardPeriod = z.enum(leaderboardPeriods);
export type LeaderboardPeriod = z.infer<typeof leaderboardPeriod>;

/** `points` are those of the period, the score is that of all time. */
const figures = { points: z.int(), mindfulnessScore: z.int(), meditationMinutes: z.int() };

export const leaderboardEntryView = memberSummary
  .extend({
    /** Members with as many points share a rank, and the ones after them are not moved up. */
    rank: z.int(),
    ...figures,
  })
  .meta({ id: 'LeaderboardEntry' });
export type LeaderboardEntry = z.infer<typeof leaderboardEntryView>;

export const listLeaderboard = endpoint({
  ...pointsPaths.listLeaderboard,
  summary: 'Members by the points of a period, the most first',
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.unwrap().default(pointsLimits.entriesInPage),
    period: leaderboardPeriod.default('all'),
  }),
  replies: { 200: z.array(leaderboardEntryView) },
  paged: true,
});

export const standingView = memberSummary
  .extend({
    /** Null for whoever left the leaderboard, or has no points in the period. */
    rank: z.int().nullable(),
    /** False for a rank far down, which is counted now and then. */
    isRankExact: z.boolean(),
    showsOnLeaderboard: z.boolean(),
    ...figures,
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof standingView>;

export const getStanding = endpoint({
  ...pointsPaths.getStanding,
  summary: 'Where the member stands among those that they see',
  query: z.strictObject({ period: leaderboardPeriod.default('all') }),
  replies: { 200: standingView },
});

/** Live frames of the points ledger, sent to the member they belong to; the revision grows with each change of a score. */
export const pointsEvents = {
  'points.changed': z.object({ type: z.literal('points.changed'), mindfulnessScore: z.int(), scoreRevision: z.int() }),
};
