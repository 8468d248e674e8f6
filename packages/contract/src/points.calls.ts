import type { CallsOf } from './endpoint.ts';
import type * as schemas from './points.schemas.ts';
import { pointsPaths } from './points.ts';

/** `pointsPaths`, typed with the input and output of each call. */
export const pointsCalls: CallsOf<typeof pointsPaths, typeof schemas> = pointsPaths;
