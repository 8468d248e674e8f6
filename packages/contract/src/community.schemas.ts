import { z } from 'zod';
import { communityPaths } from './community.ts';
import { endpoint } from './endpoint.ts';

export const communityStatsView = z
  .object({ activeMembers: z.int(), dailyCheckIns: z.int(), supportGiven: z.int() })
  .meta({ id: 'CommunityStats' });
export type CommunityStats = z.infer<typeof communityStatsView>;

/**
 * `activeMembers`: members active within 30 days. `dailyCheckIns`: members active within 24 hours.
 * `supportGiven`: likes and comments given. The figures are at most a minute old.
 */
export const getCommunityStats = endpoint({
  ...communityPaths.getCommunityStats,
  summary: 'Get the community’s activity figures',
  replies: { 200: communityStatsView },
});
