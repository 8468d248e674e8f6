import type { CallsOf } from './endpoint.ts';
import type * as schemas from './feed.schemas.ts';
import { feedPaths } from './feed.ts';

/** `feedPaths`, typed with the input and output of each call. */
export const feedCalls: CallsOf<typeof feedPaths, typeof schemas> = feedPaths;
