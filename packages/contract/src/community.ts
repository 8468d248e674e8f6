import type * as schemas from './community.schemas.ts';
import type { CallsOf } from './endpoint.ts';

export type * from './community.schemas.ts';

export const communityPaths = {
  getCommunityStats: { method: 'GET', path: '/api/community/stats' },
} as const;

/** `communityPaths`, typed with the input and output of each call. */
export const communityCalls: CallsOf<typeof communityPaths, typeof schemas> = communityPaths;
