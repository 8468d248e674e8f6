import type { CallsOf } from './endpoint.ts';
import { defineErrors } from './problem.ts';
import type * as schemas from './waitlist.schemas.ts';

export type * from './waitlist.schemas.ts';

export const waitlistErrors = defineErrors({
  'waitlist.email_exists': {
    status: 409,
    title: 'Already Registered',
    detail: 'This email already exists on the waitlist.',
  },
});

export const waitlistPaths = {
  joinWaitlist: { method: 'POST', path: '/api/waitlist', creates: true },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const waitlistCalls: CallsOf<typeof waitlistPaths, typeof schemas> = waitlistPaths;
