import type * as schemas from './csv.schemas.ts';
import { csvPaths } from './csv.ts';
import type { CallsOf } from './endpoint.ts';

/** `csvPaths`, typed with the input and output of each call. */
export const csvCalls: CallsOf<typeof csvPaths, typeof schemas> = csvPaths;
