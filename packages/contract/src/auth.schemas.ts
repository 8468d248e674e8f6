import { z } from 'zod';
import { authErrors } from './auth.errors.ts';
import { authPaths } from './auth.ts';
import { email, fieldWithDefault, id, optionalField, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { appearance, memberSummary, profileTexts, role } from './members.schemas.ts';

/**
 * Every password of a call: normalised (NFKC) before it is measured, compared and hashed, because devices encode the same
 * keys differently. Limits count code points.
 */
const typedPassword = z.string().normalize('NFKC');

/** A password that a member types to show that it is them. */
export const presentPassword = typedPassword.min(1, 'Please enter your password').max(128);

/** A new password: long enough to resist guessing (NIST SP 800-63B), short enough to hash. */
export const password = typedPassword
  .min(10, 'Please use at least 10 characters')
  .max(128, 'Please use at most 128 characters');

/** What the link of an invitation carries. */
const invitation = singleLine(100);

export const signUpInput = z.strictObject({
  firstName: singleLine(60).min(1, 'Please tell us your first name'),
  lastName: fieldWithDefault(singleLine(60), ''),
  email,
  password,
  isAdult: z.literal(true, 'Please confirm that you are 18 or over'),
  setupCode: optionalField(singleLine(40)),
  invitation: optionalField(invitation),
});
export type SignUpInput = z.output<typeof signUpInput>;

export const signInInput = z.strictObject({ email, password: presentPassword });
export type SignInInput = z.input<typeof signInInput>;

export const resetPasswordInput = z.strictObject({ token: singleLine(200).min(1), newPassword: password });
export type ResetPasswordInput = z.input<typeof resetPasswordInput>;

/** Answers the same for a new and a known email; signing in tells the caller whether the account is theirs. */
export const signUp = endpoint({
  ...authPaths.signUp,
  summary: 'Create an account of the embedded provider',
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
      /** Whether the account also wants a code: only that sets the session cookie then. */
      needsCode: z.boolean(),
    }),
  },
  errors: authErrors,
});

/** Answers the same whether or not the email is known. */
export const requestPasswordReset = endpoint({
  ...authPaths.requestPasswordReset,
  summary: 'Mail a one-time link to choose a new password',
  body: z.strictObject({ email }),
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors: authErrors,
});

export const resetPassword = endpoint({
  ...authPaths.resetPassword,
  summary: 'Choose a new password with the token of a reset link; ends every session',
  body: resetPasswordInput,
  replies: { 200: z.object({ status: z.literal(true) }) },
  errors: authErrors,
});

/** The signed-in member as they see themselves. */
export const currentUserView = memberSummary
  .extend({
    email: z.string(),
    role,
    isFlagged: z.boolean(),
    ...profileTexts,
    postsCount: z.int(),
    connectionsCount: z.int(),
    mindfulnessScore: z.int(),
    /** Grows with each change of the score: of two, a client keeps the one with the higher revision. */
    scoreRevision: z.int(),
    meditationMinutes: z.int(),
    /** What holds one of them is folded where the member reads, on their own device. */
    mutedWords: z.array(z.string()),
    /** Until when the member is on a break, and so hidden; null for most. */
    breakUntil: timestamp.nullable(),
    hasAcceptedGuidelines: z.boolean(),
    ...appearance,
    lastLoginAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserView>;

export const getCurrentUser = endpoint({
  ...authPaths.getCurrentUser,
  summary: 'The signed-in member',
  replies: { 200: currentUserView },
});

/** Who is suspended, until when, and what they are told of why. */
export const suspensionView = z
  .object({ memberId: id, until: timestamp, reason: z.string() })
  .meta({ id: 'Suspension' });

/** Open to suspended members; to others it answers null. */
export const getSuspension = endpoint({
  ...authPaths.getSuspension,
  summary: 'Until when and why the signed-in member is suspended',
  replies: { 200: suspensionView.nullable() },
});

/** How people sign in and become members here, for the sign-in and sign-up screens. */
export const signInOptionsView = z
  .object({
    provider: z.enum(['embedded', 'oidc']),
    providerName: z.string().nullable(),
    needsSetupCode: z.boolean(),
    /** Whether anybody may create an account, or only who was invited and the first administrator. */
    signUp: z.enum(['open', 'invited']),
  })
  .meta({ id: 'SignInOptions' });
export type SignInOptions = z.infer<typeof signInOptionsView>;

export const getSignInOptions = endpoint({
  ...authPaths.getSignInOptions,
  summary: 'How people sign in here',
  replies: { 200: signInOptionsView },
});

export const signUpQuery = z.object({ invitation: invitation.optional() });

export const loginQuery = z.object({ returnTo: z.string().max(2000).optional() });

/** A session as its owner sees it in the list of places they are signed in. */
export const sessionView = z
  .object({ id, createdAt: timestamp, lastUsedAt: timestamp, userAgent: z.string().nullable(), isCurrent: z.boolean() })
  .meta({ id: 'Session' });

export const listSessions = endpoint({
  ...authPaths.listSessions,
  summary: 'Where the member is signed in',
  replies: { 200: z.array(sessionView) },
});

export const endAllSessions = endpoint({
  ...authPaths.endAllSessions,
  summary: 'Sign out everywhere, this browser included',
  replies: { 204: null },
});
