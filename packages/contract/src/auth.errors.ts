import { defineErrors } from './problem.ts';

// Not in `auth.ts`: every page loads the paths, and no browser needs these texts.
export const authErrors = defineErrors({
  'auth.setup_code_required': {
    status: 403,
    title: 'Setup code needed',
    detail: 'The first account of a new community needs the setup code that was printed when the server started.',
  },
  'auth.invitation_required': {
    status: 403,
    title: 'By invitation only',
    detail: 'New members join this community by invitation. To ask for one, please join the waitlist.',
  },
  'auth.sign_up_closed': {
    status: 403,
    title: 'Not open to new members',
    detail: 'This community does not take new members at the moment. You are welcome to join the waitlist.',
  },
  'auth.invitation_ended': {
    status: 403,
    title: 'This invitation is no longer valid',
    detail: 'An invitation works once, within 14 days, and only the newest one is valid. Please ask for a new one.',
  },
  'auth.invitation_of_another_email': {
    status: 400,
    path: 'email',
    title: 'Another email was invited',
    detail: 'This invitation was sent to another email address. Please use that one.',
  },
  'auth.wrong_credentials': {
    status: 401,
    title: 'That did not match',
    detail: 'The email or the password is wrong. Please try again, or reset your password.',
  },
  'auth.too_many_tries': {
    status: 429,
    title: 'Too many attempts',
    detail:
      'There were too many attempts to sign in to this account. Please wait a while, or use a browser you have signed in with before. You can reset your password at any time.',
  },
  'auth.reset_link_invalid': {
    status: 400,
    path: 'token',
    title: 'This link is no longer valid',
    detail: 'A reset link works once, within one hour. Please ask for a new one.',
  },
  'auth.embedded_only': {
    status: 404,
    title: 'Not available here',
    detail: 'Members of this community sign in through another provider, without a password of this site.',
  },
});
