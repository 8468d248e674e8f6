import type { CallsOf } from './endpoint.ts';
import type * as schemas from './polls.schemas.ts';
import { pollPaths } from './polls.ts';

/** `pollPaths`, typed with the input and output of each call. */
export const pollCalls: CallsOf<typeof pollPaths, typeof schemas> = pollPaths;
