import type { CallsOf } from './endpoint.ts';
import type * as schemas from './journal.schemas.ts';
import { journalPaths } from './journal.ts';

/** `journalPaths`, typed with the input and output of each call. */
export const journalCalls: CallsOf<typeof journalPaths, typeof schemas> = journalPaths;
