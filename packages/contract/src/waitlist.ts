import type { CallsOf } from './endpoint.ts';
import { defineErrors } from './problem.ts';
import type * as schemas from './waitlist.schemas.ts';

export type * from './waitlist.schemas.ts';

/** So long the link of an invitation works. */
export const invitationDays = 14;

export const waitlistMessageCharacters = 1_000;

export const waitlistErrors = defineErrors({
  'waitlist.email_exists': {
    status: 409,
    title: 'Already Registered',
    detail: 'This email already exists on the waitlist.',
  },
  'waitlist.entry_not_found': {
    status: 404,
    title: 'Not on the waitlist',
    detail: 'This person is not on the waitlist any more.',
  },
  'waitlist.already_member': {
    status: 409,
    title: 'Already a member',
    detail: 'Somebody with this email is a member already. Nothing was sent.',
  },
});

export const waitlistPaths = {
  joinWaitlist: { method: 'POST', path: '/api/waitlist', creates: true },
  listWaitlist: { method: 'POST', path: '/api/waitlist/admin' },
  deleteWaitlistEntry: { method: 'DELETE', path: '/api/waitlist/admin/{id}' },
  inviteFromWaitlist: { method: 'POST', path: '/api/waitlist/admin/invitations', creates: true },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const waitlistCalls: CallsOf<typeof waitlistPaths, typeof schemas> = waitlistPaths;
