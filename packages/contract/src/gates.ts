import { defineErrors } from './problem.ts';

/** Errors of the pages behind an access code: the waitlist and the book notifications. */
export const gateErrors = defineErrors({
  'gate.wrong_code': {
    status: 403,
    title: 'Invalid access code',
    detail: 'Please enter a valid access code.',
  },
  'gate.too_many_tries': {
    status: 429,
    title: 'Too many attempts',
    detail: 'There were too many wrong access codes from your network. Please wait 15 minutes, then try again.',
  },
});
