import type * as schemas from './account.schemas.ts';
import { accountPaths } from './account.ts';
import type { CallsOf } from './endpoint.ts';

/** `accountPaths`, typed with the input and output of each call. */
export const accountCalls: CallsOf<typeof accountPaths, typeof schemas> = accountPaths;
