import type * as schemas from './api-tokens.schemas.ts';
import { apiTokenPaths } from './api-tokens.ts';
import type { CallsOf } from './endpoint.ts';

/** `apiTokenPaths`, typed with the input and output of each call. */
export const apiTokenCalls: CallsOf<typeof apiTokenPaths, typeof schemas> = apiTokenPaths;
