import { z } from 'zod';
import { communityPaths } from './community.ts';
import { endpoint } from './endpoint.ts';

export const communityStatsView = z
  .object({ activeMembers: z.int(), dailyCheckIns: z.int(), supportGiven: z.int() })
  .meta({ id: 'CommunityStats' });
export type CommunityStats = z.infer<typeof communityStatsView>;

/** Members active in 30 days, members active in 24 hours, likes and comments given; at most a minute old. */
export const getCommunityStats = endpoint({
  ...communityPaths.getCommunityStats,
  summary: 'The community’s real figures',
  replies: { 200: communityStatsView },
});
