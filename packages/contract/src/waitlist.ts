import { defineErrors } from './problem.ts';

/** Lifetime of an invitation link. */
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
    detail: 'This person is no longer on the waitlist.',
  },
  'waitlist.sign_up_closed': {
    status: 409,
    title: 'Sign-up is closed',
    detail: 'An invitation would not work now. Please open sign-up in the settings first. Nothing was sent.',
  },
  'waitlist.already_member': {
    status: 409,
    title: 'Already a member',
    detail: 'There is already a member with this email. Nothing was sent.',
  },
});

export const waitlistPaths = {
  joinWaitlist: { method: 'POST', path: '/api/waitlist', creates: true },
  listWaitlist: { method: 'POST', path: '/api/waitlist/admin' },
  deleteWaitlistEntry: { method: 'DELETE', path: '/api/waitlist/admin/{id}' },
  inviteFromWaitlist: { method: 'POST', path: '/api/waitlist/admin/invitations', creates: true },
} as const;
