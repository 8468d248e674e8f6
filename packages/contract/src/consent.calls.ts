import type * as schemas from './consent.schemas.ts';
import { consentPaths } from './consent.ts';
import type { CallsOf } from './endpoint.ts';

/** `consentPaths`, typed with the input and output of each call. */
export const consentCalls: CallsOf<typeof consentPaths, typeof schemas> = consentPaths;
