import type * as schemas from './book-notifications.schemas.ts';
import { bookNotificationPaths } from './book-notifications.ts';
import type { CallsOf } from './endpoint.ts';

/** `bookNotificationPaths`, typed with the input and output of each call. */
export const bookNotificationCalls: CallsOf<typeof bookNotificationPaths, typeof schemas> = bookNotificationPaths;
