import type * as schemas from './community.schemas.ts';
import type { CallsOf } from './endpoint.ts';

export type * from './community.schemas.ts';

export const communityPaths = {
  getCommunityStats: { method: 'GET', path: '/api/community/stats' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const communityCalls: CallsOf<typeof communityPaths, typeof schemas> = communityPaths;
