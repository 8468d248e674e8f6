import { defineErrors } from './problem.ts';

export const securityErrors = defineErrors({
  'security.wrong_password': {
    status: 400,
    path: 'password',
    title: 'Wrong password',
    detail: 'That is not your current password. Nothing was changed.',
  },
  'security.password_too_common': {
    status: 400,
    path: 'password',
    title: 'This password is too easy to guess',
    detail: 'This password is on a list of common passwords. Please choose another one.',
  },
  'security.session_not_found': {
    status: 404,
    title: 'Session not found',
    detail: 'That browser is no longer signed in.',
  },
  'security.email_link_invalid': {
    status: 400,
    path: 'token',
    title: 'This link is no longer valid',
    detail: 'A confirmation link works once, within one hour. Please ask for a new one in your settings.',
  },
  'security.email_unconfirmed': {
    status: 409,
    title: 'Please confirm your email first',
    detail: 'Two-factor sign-in needs a confirmed email. You can send yourself a confirmation link in your settings.',
  },
  'security.wrong_code': {
    status: 400,
    path: 'code',
    title: 'That code did not match',
    detail: 'That code did not match. Codes change every 30 seconds, and each works once.',
  },
  'security.codes_locked': {
    status: 429,
    title: 'Too many wrong codes',
    detail: 'There were five wrong codes. To keep your account safe, please wait 15 minutes and try again.',
  },
  'security.password_first': {
    status: 401,
    title: 'Please log in again',
    detail: 'Your last login was a while ago. Please log in again to continue.',
  },
  'security.break_too_short_or_long': {
    status: 400,
    path: 'until',
    title: 'Please choose another day',
    detail: 'A break lasts from one hour to a year. Please choose another day.',
  },
  'security.two_factor_is_on': {
    status: 409,
    title: 'Two-factor sign-in is already on',
    detail: 'Two-factor sign-in is already on for your account.',
  },
  'security.two_factor_is_off': {
    status: 409,
    title: 'Two-factor sign-in is off',
    detail: 'Two-factor sign-in is off for your account.',
  },
});

/** Minimum and maximum length of a break. */
export const breakLimits = { minSeconds: 60 * 60, maxSeconds: 366 * 24 * 60 * 60 } as const;

/** Consecutive wrong codes after which an account accepts no code for `lockedSeconds`. */
export const codeLimits = { maxWrongCodes: 5, lockedSeconds: 15 * 60 } as const;

export const securityPaths = {
  endSession: { method: 'DELETE', path: '/api/auth/sessions/{id}' },
  endOtherSessions: { method: 'DELETE', path: '/api/auth/other-sessions' },
  changePassword: { method: 'POST', path: '/api/auth/change-password' },
  requestEmailChange: { method: 'POST', path: '/api/auth/change-email' },
  confirmEmailChange: { method: 'POST', path: '/api/auth/confirm-email' },
  requestEmailConfirmation: { method: 'POST', path: '/api/auth/email-confirmation' },
  takeBreak: { method: 'POST', path: '/api/account/break' },
  endBreak: { method: 'DELETE', path: '/api/account/break' },
  getTwoFactor: { method: 'GET', path: '/api/auth/two-factor' },
  beginTwoFactor: { method: 'POST', path: '/api/auth/two-factor' },
  confirmTwoFactor: { method: 'POST', path: '/api/auth/two-factor/confirm' },
  disableTwoFactor: { method: 'POST', path: '/api/auth/two-factor/disable' },
  renewRecoveryCodes: { method: 'POST', path: '/api/auth/two-factor/recovery-codes' },
  signInWithCode: { method: 'POST', path: '/api/auth/sign-in/code' },
} as const;
