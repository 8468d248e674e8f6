import type { CallsOf } from './endpoint.ts';
import type * as schemas from './profiles.schemas.ts';
import { profilePaths } from './profiles.ts';

/** `profilePaths`, typed with the input and output of each call. */
export const profileCalls: CallsOf<typeof profilePaths, typeof schemas> = profilePaths;
