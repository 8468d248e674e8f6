import type { CallsOf } from './endpoint.ts';
import type * as schemas from './recommendations.schemas.ts';
import { recommendationPaths } from './recommendations.ts';

/** `recommendationPaths`, typed with the input and output of each call. */
export const recommendationCalls: CallsOf<typeof recommendationPaths, typeof schemas> = recommendationPaths;
