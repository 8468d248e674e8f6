import { z } from 'zod';
import { authErrors } from './auth.errors.ts';
import { authPaths } from './auth.ts';
import { email, fieldWithDefault, id, optionalField, singleLine, timestamp } from './common.schemas.ts';
import { consentFieldErrors, consentStates } from './consent.ts';
import { endpoint } from './endpoint.ts';
import { appearance, memberSummary, profileTexts, role } from './members.schemas.ts';
import { signUpRules } from './settings.ts';

/**
 * Any password in a request. It is normalized (NFKC) before it is measured, compared and hashed, because devices encode
 * the same keys differently. Limits count code points.
 */
const typedPassword = z.string().normalize('NFKC');

/** The member's current password, as proof of identity. */
export const currentPassword = typedPassword.min(1, 'Please enter your password').max(128);

/** A new password. The minimum resists guessing (NIST SP 800-63B); the maximum limits the cost of hashing. */
export const password = typedPassword
  .min(10, 'Please use at least 10 characters')
  .max(128, 'Please use at most 128 characters');

/** The token in the link of an invitation. */
const invitation = singleLine(100);

export const signUpInput = z.strictObject({
  firstName: singleLine(60).min(1, 'Please tell us your first name'),
  lastName: fieldWithDefault(singleLine(60), ''),
  email,
  password,
  isAdult: z.literal(true, consentFieldErrors.isAdult),
  /** Explicit consent to process data about the member's health. The member also accepts the current guidelines. */
  agreesToHealthData: z.literal(true, consentFieldErrors.agreesToHealthData),
  setupCode: optionalField(singleLine(40)),
  invitation: optionalField(invitation),
});
export type SignUpInput = z.output<typeof signUpInput>;

export const signInInput = z.strictObject({ email, password: currentPassword });
export type SignInInput = z.input<typeof signInInput>;

export const resetPasswordInput = z.strictObject({ token: singleLine(200).min(1), newPassword: password });
export type ResetPasswordInput = z.input<typeof resetPasswordInput>;

/** The reply does not reveal whether the email is already registered. The next sign-in shows it to the owner. */
export const signUp = endpoint({
  ...authPaths.signUp,
  summary: 'Create an account with email and password',
  body: signUpInput,
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors: authErrors,
});

export const signIn = endpoint({
  ...authPaths.signIn,
  summary: 'Sign in with email and password; sets the session cookie',
  body: signInInput,
  replies: {
    200: z.object({
      status: z.literal(true),
      /** Whether the account needs a second factor. If so, `signInWithCode` sets the session cookie. */
      needsCode: z.boolean(),
    }),
  },
  errors: authErrors,
});

/** The reply does not reveal whether the email is registered. */
export const requestPasswordReset = endpoint({
  ...authPaths.requestPasswordReset,
  summary: 'Send a one-time password reset link by mail',
  body: z.strictObject({ email }),
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors: authErrors,
});

export const resetPassword = endpoint({
  ...authPaths.resetPassword,
  summary: 'Set a new password with the token of a reset link; ends every session',
  body: resetPasswordInput,
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors: authErrors,
});

/** The signed-in member, as shown to themselves. */
export const currentUserView = memberSummary
  .extend({
    email: z.string(),
    role,
    isFlagged: z.boolean(),
    ...profileTexts,
    postsCount: z.int(),
    connectionsCount: z.int(),
    mindfulnessScore: z.int(),
    /** Grows with each change of the score. A client keeps the value with the higher revision. */
    scoreRevision: z.int(),
    meditationMinutes: z.int(),
    /** The member's client collapses content that contains one of these words. */
    mutedWords: z.array(z.string()),
    /** End of the member's break, during which they are hidden; null without a break. */
    breakUntil: timestamp.nullable(),
    consent: z.object({
      state: z.enum(consentStates),
      /** The current version of the guidelines. */
      guidelinesVersion: z.int(),
      /** Time of the newest acceptance; null if the member never accepted them. */
      acceptedAt: timestamp.nullable(),
    }),
    ...appearance,
    lastLoginAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserView>;

export const getCurrentUser = endpoint({
  ...authPaths.getCurrentUser,
  summary: 'Get the signed-in member',
  replies: { 200: currentUserView },
});

/** The suspension of a member, with the reason that they are given. */
export const suspensionView = z
  .object({ memberId: id, until: timestamp, reason: z.string() })
  .meta({ id: 'Suspension' });

/** Suspended members can call it. Returns null without a suspension. */
export const getSuspension = endpoint({
  ...authPaths.getSuspension,
  summary: 'Get the end and reason of the signed-in member’s suspension',
  replies: { 200: suspensionView.nullable() },
});

/** The sign-in provider and the rules for new accounts, for the sign-in and sign-up screens. */
export const signInOptionsView = z
  .object({
    provider: z.enum(['embedded', 'oidc']),
    providerName: z.string().nullable(),
    needsSetupCode: z.boolean(),
    /** `invited`: only invited people and the first admin can create an account. `closed`: only the first admin. */
    signUp: z.enum(signUpRules),
  })
  .meta({ id: 'SignInOptions' });
export type SignInOptions = z.infer<typeof signInOptionsView>;

export const getSignInOptions = endpoint({
  ...authPaths.getSignInOptions,
  summary: 'Get the sign-in and sign-up options of this community',
  replies: { 200: signInOptionsView },
});

export const signUpQuery = z.object({ invitation: invitation.optional() });

export const loginQuery = z.object({ returnTo: z.string().max(2000).optional() });

/** A session, as shown to its owner in the list of sessions. */
export const sessionView = z
  .object({ id, createdAt: timestamp, lastUsedAt: timestamp, userAgent: z.string().nullable(), isCurrent: z.boolean() })
  .meta({ id: 'Session' });

export const listSessions = endpoint({
  ...authPaths.listSessions,
  summary: 'List the member’s sessions',
  replies: { 200: z.array(sessionView) },
});

export const endAllSessions = endpoint({
  ...authPaths.endAllSessions,
  summary: 'Sign out everywhere, including this browser',
  replies: { 204: null },
});
