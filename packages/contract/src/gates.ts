import { defineErrors } from './problem.ts';

/** Of the pages that an access code opens: the waitlist's and the book list's. */
export const gateErrors = defineErrors({
  'gate.wrong_code': {
    status: 403,
    title: 'Invalid access code',
    detail: 'Please enter a valid access code.',
  },
  'gate.too_many_tries': {
    status: 429,
    title: 'Too many tries',
    detail:
      'There were too many wrong access codes from your network. Please wait a quarter of an hour, then try again.',
  },
});
