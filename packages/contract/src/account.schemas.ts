import { z } from 'zod';
import { accountErrors, accountPaths, contentChoices } from './account.ts';
import { authErrors } from './auth.errors.ts';
import { currentPassword } from './auth.schemas.ts';
import { optionalField } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { securityErrors } from './security.ts';

export const leaveInput = z.strictObject({
  /** Not needed for members with an external sign-in provider, who must have logged in within the last few minutes. */
  password: optionalField(currentPassword),
  content: z.enum(contentChoices),
});
export type LeaveInput = z.output<typeof leaveInput>;

export const deleteAccount = endpoint({
  ...accountPaths.deleteAccount,
  summary: 'Delete one’s own account at once, and delete or anonymise the member’s content',
  body: leaveInput,
  replies: { 204: null },
  errors: { ...authErrors, ...securityErrors, ...accountErrors },
});
