import type { CallsOf } from './endpoint.ts';
import type * as schemas from './mails.schemas.ts';
import { mailsPaths } from './mails.ts';

/** `mailsPaths`, typed with the input and output of each call. */
export const mailsCalls: CallsOf<typeof mailsPaths, typeof schemas> = mailsPaths;
