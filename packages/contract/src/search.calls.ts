import type { CallsOf } from './endpoint.ts';
import type * as schemas from './search.schemas.ts';
import { searchPaths } from './search.ts';

/** `searchPaths`, typed with the input and output of each call. */
export const searchCalls: CallsOf<typeof searchPaths, typeof schemas> = searchPaths;
