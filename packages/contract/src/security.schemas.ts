import { z } from 'zod';
import { authErrors } from './auth.errors.ts';
import { password, presentPassword } from './auth.schemas.ts';
import { email, idParams, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberStatusErrors } from './member-status.ts';
import { securityErrors, securityPaths } from './security.ts';

const errors = { ...authErrors, ...securityErrors };

const byPassword = z.strictObject({ password: presentPassword });

/** Six digits from an app, or a recovery code; spaces, which apps show between the digits, do not matter. */
export const code = singleLine(40)
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .min(6, 'Please enter the six digits from your app, or a recovery code');

export const endSession = endpoint({
  ...securityPaths.endSession,
  summary: 'Sign one browser out',
  params: idParams,
  replies: { 204: null },
  errors: securityErrors,
});

export const endOtherSessions = endpoint({
  ...securityPaths.endOtherSessions,
  summary: 'Sign out everywhere but here',
  replies: { 204: null },
});

export const changePasswordInput = z.strictObject({
  password: presentPassword,
  newPassword: password,
  endsOtherSessions: z.boolean(),
});

export type ChangePasswordInput = z.input<typeof changePasswordInput>;

export const changePassword = endpoint({
  ...securityPaths.changePassword,
  summary: 'Choose another password',
  body: changePasswordInput,
  replies: { 204: null },
  errors,
});

export const emailChangeInput = z.strictObject({ newEmail: email, password: presentPassword });

export type EmailChangeInput = z.input<typeof emailChangeInput>;

/** Answers the same for a free and a known address: the mail that goes there tells. */
export const requestEmailChange = endpoint({
  ...securityPaths.requestEmailChange,
  summary: 'Mail a link to a new address, which becomes the member’s by it',
  body: emailChangeInput,
  replies: { 204: null },
  errors,
});

export const confirmEmailChange = endpoint({
  ...securityPaths.confirmEmailChange,
  summary: 'Confirm an address with the token of its link; where it is a new one, the old address is told',
  body: z.strictObject({ token: singleLine(200).min(1) }),
  replies: { 204: null },
  errors: securityErrors,
});

export const requestEmailConfirmation = endpoint({
  ...securityPaths.requestEmailConfirmation,
  summary: 'Mail a link to the member’s own address, which is confirmed by it; nothing where it is already',
  replies: { 204: null },
});

export const takeBreak = endpoint({
  ...securityPaths.takeBreak,
  summary: 'Be hidden until a time, and signed out everywhere; what one wrote stays, and messages wait',
  body: z.strictObject({ until: timestamp }),
  replies: { 204: null },
  errors: { ...securityErrors, 'members.last_admin': memberStatusErrors['members.last_admin'] },
});

export const endBreak = endpoint({
  ...securityPaths.endBreak,
  summary: 'Come back from a break before its time',
  replies: { 204: null },
});

export const twoFactorView = z
  .object({
    isOn: z.boolean(),
    /** Whether the community wants it of this member; until it is on they act as a member without a role. */
    isRequired: z.boolean(),
    /** Whether their email is confirmed, without which it is not turned on: nobody locks an address that is another's. */
    isEmailConfirmed: z.boolean(),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.infer<typeof twoFactorView>;

export const getTwoFactor = endpoint({
  ...securityPaths.getTwoFactor,
  summary: 'Whether signing in asks the member for a code',
  replies: { 200: twoFactorView },
  errors,
});

const recoveryCodes = z.array(z.string());

export const beginTwoFactor = endpoint({
  ...securityPaths.beginTwoFactor,
  summary: 'Make a key for an authenticator app, and recovery codes; neither is shown again',
  body: byPassword,
  replies: {
    200: z.object({
      /** `otpauth://totp/…`, for the app: as a QR code, or as a link. */
      address: z.string(),
      /** The key in it, in Base32, for whoever types it. */
      key: z.string(),
      recoveryCodes,
    }),
  },
  errors,
});

export const codeInput = z.strictObject({ code });

export const confirmTwoFactor = endpoint({
  ...securityPaths.confirmTwoFactor,
  summary: 'Turn two-factor sign-in on with a first code',
  body: codeInput,
  replies: { 204: null },
  errors,
});

export const disableTwoFactor = endpoint({
  ...securityPaths.disableTwoFactor,
  summary: 'Turn two-factor sign-in off',
  body: byPassword,
  replies: { 204: null },
  errors,
});

export const renewRecoveryCodes = endpoint({
  ...securityPaths.renewRecoveryCodes,
  summary: 'Make new recovery codes; those before end',
  body: byPassword,
  replies: { 200: z.object({ recoveryCodes }) },
  errors,
});

export const signInWithCode = endpoint({
  ...securityPaths.signInWithCode,
  summary: 'The second step of signing in: a code from the app, or a recovery code; sets the session cookie',
  body: codeInput,
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors,
});
