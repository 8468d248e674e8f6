import type * as schemas from './connections.schemas.ts';
import { connectionPaths } from './connections.ts';
import type { CallsOf } from './endpoint.ts';

/** `connectionPaths`, typed with the input and output of each call. */
export const connectionCalls: CallsOf<typeof connectionPaths, typeof schemas> = connectionPaths;
