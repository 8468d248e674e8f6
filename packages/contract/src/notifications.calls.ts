import type { CallsOf } from './endpoint.ts';
import type * as schemas from './notifications.schemas.ts';
import { notificationPaths } from './notifications.ts';

/** `notificationPaths`, typed with the input and output of each call. */
export const notificationCalls: CallsOf<typeof notificationPaths, typeof schemas> = notificationPaths;
