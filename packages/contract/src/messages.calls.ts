import type { CallsOf } from './endpoint.ts';
import type * as schemas from './messages.schemas.ts';
import { messagePaths } from './messages.ts';

/** `messagePaths`, typed with the input and output of each call. */
export const messageCalls: CallsOf<typeof messagePaths, typeof schemas> = messagePaths;
