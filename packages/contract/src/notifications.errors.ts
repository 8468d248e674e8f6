import { defineErrors } from './problem.ts';

export const notificationErrors = defineErrors({
  'notifications.no_such_push_service': {
    status: 400,
    path: 'endpoint',
    title: 'Not a push service',
    detail: 'This address cannot be that of a push service. Nothing was changed.',
  },
  'notifications.unsubscribe_link_wrong': {
    status: 400,
    path: 'token',
    title: 'This link does not work',
    detail:
      'This link is not whole. Please open it from the mail again, or choose in your settings which mails you get.',
  },
});
