import { defineErrors } from './problem.ts';

/** What may go wrong where a member's role, flag or suspension is changed. */
export const memberStatusErrors = defineErrors({
  'members.own_status': {
    status: 403,
    title: 'That is you',
    detail: 'Nobody changes their own role, flag or suspension. Another admin can.',
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
    title: 'Not for you to suspend',
    detail: 'A member is suspended by whoever stands above them. An admin has to lose that role first.',
  },
});
