import type { CallsOf } from './endpoint.ts';
import type * as schemas from './webhooks.schemas.ts';
import { webhookPaths } from './webhooks.ts';

/** `webhookPaths`, typed with the input and output of each call. */
export const webhookCalls: CallsOf<typeof webhookPaths, typeof schemas> = webhookPaths;
