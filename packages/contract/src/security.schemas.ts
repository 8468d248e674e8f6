import { z } from 'zod';
import { authErrors } from './auth.errors.ts';
import { currentPassword, password } from './auth.schemas.ts';
import { email, idParams, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberStatusErrors } from './member-status.ts';
import { securityErrors, securityPaths } from './security.ts';

const errors = { ...authErrors, ...securityErrors };

const passwordInput = z.strictObject({ password: currentPassword });

/** Six digits from an authenticator app, or a recovery code. Spaces are removed, because apps display them. */
export const code = singleLine(40)
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .min(6, 'Please enter the six digits from your app, or a recovery code');

export const endSession = endpoint({
  ...securityPaths.endSession,
  summary: 'End one of the member’s sessions',
  params: idParams,
  replies: { 204: null },
  errors: securityErrors,
});

export const endOtherSessions = endpoint({
  ...securityPaths.endOtherSessions,
  summary: 'End all sessions except the current one',
  replies: { 204: null },
});

export const changePasswordInput = z.strictObject({
  password: currentPassword,
  newPassword: password,
  endsOtherSessions: z.boolean(),
});

export type ChangePasswordInput = z.input<typeof changePasswordInput>;

export const changePassword = endpoint({
  ...securityPaths.changePassword,
  summary: 'Change one’s own password',
  body: changePasswordInput,
  replies: { 204: null },
  errors,
});

export const emailChangeInput = z.strictObject({ newEmail: email, password: currentPassword });

export type EmailChangeInput = z.input<typeof emailChangeInput>;

/** The reply does not reveal whether the address belongs to another account. The mail to that address does. */
export const requestEmailChange = endpoint({
  ...securityPaths.requestEmailChange,
  summary: 'Send a confirmation link to a new email address',
  body: emailChangeInput,
  replies: { 204: null },
  errors,
});

export const confirmEmailChange = endpoint({
  ...securityPaths.confirmEmailChange,
  summary: 'Confirm an email address with the token of its link; the old address is notified of a change',
  body: z.strictObject({ token: singleLine(200).min(1) }),
  replies: { 204: null },
  errors: securityErrors,
});

export const requestEmailConfirmation = endpoint({
  ...securityPaths.requestEmailConfirmation,
  summary: 'Send a confirmation link to the member’s current email address, unless it is already confirmed',
  replies: { 204: null },
});

export const takeBreak = endpoint({
  ...securityPaths.takeBreak,
  summary: 'Take a break: hides the member until a time and signs them out everywhere; content and messages are kept',
  body: z.strictObject({ until: timestamp }),
  replies: { 204: null },
  errors: { ...securityErrors, 'members.last_admin': memberStatusErrors['members.last_admin'] },
});

export const endBreak = endpoint({
  ...securityPaths.endBreak,
  summary: 'End a break early',
  replies: { 204: null },
});

export const twoFactorView = z
  .object({
    isOn: z.boolean(),
    /** Whether the community requires it for the member's role. Until it is on, they have no rights of that role. */
    isRequired: z.boolean(),
    /** Required to turn it on. Otherwise a member could lock out the real owner of an address. */
    isEmailConfirmed: z.boolean(),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.infer<typeof twoFactorView>;

export const getTwoFactor = endpoint({
  ...securityPaths.getTwoFactor,
  summary: 'Get the state of two-factor sign-in',
  replies: { 200: twoFactorView },
  errors,
});

const recoveryCodes = z.array(z.string());

export const beginTwoFactor = endpoint({
  ...securityPaths.beginTwoFactor,
  summary: 'Create a key for an authenticator app, and recovery codes; neither is shown again',
  body: passwordInput,
  replies: {
    200: z.object({
      /** `otpauth://totp/…`, for a QR code or a link. */
      address: z.string(),
      /** The same key in Base32, for manual entry. */
      key: z.string(),
      recoveryCodes,
    }),
  },
  errors,
});

export const codeInput = z.strictObject({ code });

export const confirmTwoFactor = endpoint({
  ...securityPaths.confirmTwoFactor,
  summary: 'Turn on two-factor sign-in with a first code',
  body: codeInput,
  replies: { 204: null },
  errors,
});

export const disableTwoFactor = endpoint({
  ...securityPaths.disableTwoFactor,
  summary: 'Turn off two-factor sign-in',
  body: passwordInput,
  replies: { 204: null },
  errors,
});

export const renewRecoveryCodes = endpoint({
  ...securityPaths.renewRecoveryCodes,
  summary: 'Create new recovery codes; the old ones stop working',
  body: passwordInput,
  replies: { 200: z.object({ recoveryCodes }) },
  errors,
});

export const signInWithCode = endpoint({
  ...securityPaths.signInWithCode,
  summary: 'Complete a sign-in with a code from the app or a recovery code; sets the session cookie',
  body: codeInput,
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors,
});
