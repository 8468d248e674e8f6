import { defineErrors } from './problem.ts';

export const notificationErrors = defineErrors({
  'notifications.no_such_push_service': {
    status: 400,
    path: 'endpoint',
    title: 'Not a push service',
    detail: 'This address does not belong to a push service. Nothing was changed.',
  },
  'notifications.unsubscribe_link_wrong': {
    status: 400,
    path: 'token',
    title: 'This link does not work',
    detail: 'This link is incomplete. Please open it from the mail again, or choose your mails in your settings.',
  },
});
