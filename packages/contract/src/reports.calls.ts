import type { CallsOf } from './endpoint.ts';
import type * as schemas from './reports.schemas.ts';
import { reportPaths } from './reports.ts';

/** `reportPaths`, typed with the input and output of each call. */
export const reportCalls: CallsOf<typeof reportPaths, typeof schemas> = reportPaths;
