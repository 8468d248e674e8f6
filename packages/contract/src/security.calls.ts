import type { CallsOf } from './endpoint.ts';
import type * as schemas from './security.schemas.ts';
import { securityPaths } from './security.ts';

/** `securityPaths`, typed with the input and output of each call. */
export const securityCalls: CallsOf<typeof securityPaths, typeof schemas> = securityPaths;
