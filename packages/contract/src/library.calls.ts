import type { CallsOf } from './endpoint.ts';
import type * as schemas from './library.schemas.ts';
import { libraryPaths } from './library.ts';

/** `libraryPaths`, typed with the input and output of each call. */
export const libraryCalls: CallsOf<typeof libraryPaths, typeof schemas> = libraryPaths;
