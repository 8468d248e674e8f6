import type { CallsOf } from './endpoint.ts';
import type * as schemas from './texts.schemas.ts';
import { textsPaths } from './texts.ts';

/** `textsPaths`, typed with the input and output of each call. */
export const textsCalls: CallsOf<typeof textsPaths, typeof schemas> = textsPaths;
