import type { CallsOf } from './endpoint.ts';
import type * as schemas from './waitlist.schemas.ts';
import { waitlistPaths } from './waitlist.ts';

/** `waitlistPaths`, typed with the input and output of each call. */
export const waitlistCalls: CallsOf<typeof waitlistPaths, typeof schemas> = waitlistPaths;
