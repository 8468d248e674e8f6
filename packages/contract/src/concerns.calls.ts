import type * as schemas from './concerns.schemas.ts';
import { concernPaths } from './concerns.ts';
import type { CallsOf } from './endpoint.ts';

/** `concernPaths`, typed with the input and output of each call. */
export const concernCalls: CallsOf<typeof concernPaths, typeof schemas> = concernPaths;
