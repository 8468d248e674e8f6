import type { CallsOf } from './endpoint.ts';
import type * as schemas from './gratitude.schemas.ts';
import { gratitudePaths } from './gratitude.ts';

/** `gratitudePaths`, typed with the input and output of each call. */
export const gratitudeCalls: CallsOf<typeof gratitudePaths, typeof schemas> = gratitudePaths;
