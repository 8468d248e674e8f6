import type * as schemas from './community.schemas.ts';
import { communityPaths } from './community.ts';
import type { CallsOf } from './endpoint.ts';

/** `communityPaths`, typed with the input and output of each call. */
export const communityCalls: CallsOf<typeof communityPaths, typeof schemas> = communityPaths;
