import type * as schemas from './admin.schemas.ts';
import { adminPaths } from './admin.ts';
import type { CallsOf } from './endpoint.ts';

/** `adminPaths`, typed with the input and output of each call. */
export const adminCalls: CallsOf<typeof adminPaths, typeof schemas> = adminPaths;
