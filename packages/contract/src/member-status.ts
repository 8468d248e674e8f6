import { defineErrors } from './problem.ts';

/** Errors of changes to a member's role, flag or suspension. */
export const memberStatusErrors = defineErrors({
  'members.own_status': {
    status: 403,
    title: 'That is you',
    detail: 'You cannot change your own role, flag or suspension. Another admin can.',
  },
  'members.last_admin': {
    status: 409,
    title: 'The last admin',
    detail: 'A community needs at least one active admin. Please make another member an admin first.',
  },
  'members.suspended': {
    status: 409,
    title: 'This member is suspended',
    detail: 'A suspended member cannot be promoted. Please end the suspension first.',
  },
  'members.not_above': {
    status: 403,
    title: 'You cannot suspend this member',
    detail: 'You can only suspend members with a lower role. An admin must lose that role first.',
  },
});
