import type { CallsOf } from './endpoint.ts';
import type * as schemas from './moderation.schemas.ts';
import { moderationPaths } from './moderation.ts';

/** `moderationPaths`, typed with the input and output of each call. */
export const moderationCalls: CallsOf<typeof moderationPaths, typeof schemas> = moderationPaths;
