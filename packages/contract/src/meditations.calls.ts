import type { CallsOf } from './endpoint.ts';
import type * as schemas from './meditations.schemas.ts';
import { meditationPaths } from './meditations.ts';

/** `meditationPaths`, typed with the input and output of each call. */
export const meditationCalls: CallsOf<typeof meditationPaths, typeof schemas> = meditationPaths;
