import { z } from 'zod';
import { accountErrors, accountPaths, contentChoices } from './account.ts';
import { authErrors } from './auth.errors.ts';
import { presentPassword } from './auth.schemas.ts';
import { optionalField } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { securityErrors } from './security.ts';

export const leaveInput = z.strictObject({
  /** Left out by members who sign in elsewhere: they logged in within the last minutes. */
  password: optionalField(presentPassword),
  content: z.enum(contentChoices),
});
export type LeaveInput = z.output<typeof leaveInput>;

export const deleteAccount = endpoint({
  ...accountPaths.deleteAccount,
  summary: 'Leave the community: the account goes at once, and what one wrote goes with it or stays without a name',
  body: leaveInput,
  replies: { 204: null },
  errors: { ...authErrors, ...securityErrors, ...accountErrors },
});
