import type * as schemas from './auth.schemas.ts';
import { authPaths } from './auth.ts';
import type { CallsOf } from './endpoint.ts';

/** `authPaths`, typed with the input and output of each call. */
export const authCalls: CallsOf<typeof authPaths, typeof schemas> = authPaths;
