import type { CallsOf } from './endpoint.ts';
import type * as schemas from './settings.schemas.ts';
import { settingsPaths } from './settings.ts';

/** `settingsPaths`, typed with the input and output of each call. */
export const settingsCalls: CallsOf<typeof settingsPaths, typeof schemas> = settingsPaths;
