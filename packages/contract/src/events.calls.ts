import type { CallsOf } from './endpoint.ts';
import type * as schemas from './events.schemas.ts';
import { eventPaths } from './events.ts';

/** `eventPaths`, typed with the input and output of each call. */
export const eventCalls: CallsOf<typeof eventPaths, typeof schemas> = eventPaths;
