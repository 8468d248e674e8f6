import type { CallsOf } from './endpoint.ts';
import type * as schemas from './media.schemas.ts';
import { mediaPaths } from './media.ts';

/** `mediaPaths`, typed with the input and output of each call. */
export const mediaCalls: CallsOf<typeof mediaPaths, typeof schemas> = mediaPaths;
