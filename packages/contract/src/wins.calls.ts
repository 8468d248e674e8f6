import type { CallsOf } from './endpoint.ts';
import type * as schemas from './wins.schemas.ts';
import { winPaths } from './wins.ts';

/** `winPaths`, typed with the input and output of each call. */
export const winCalls: CallsOf<typeof winPaths, typeof schemas> = winPaths;
