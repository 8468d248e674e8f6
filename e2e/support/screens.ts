import type routeConfig from '../../apps/web/app/routes.ts';

/** Returns the paths of routes and of the routes below them. */
export const pathsOf = (routes: typeof routeConfig): string[] =>
  routes.flatMap(({ path, index, children = [] }) => [
    ...(index ? ['/'] : []),
    ...(path === undefined ? [] : [`/${path}`]),
    ...pathsOf(children),
  ]);

/** Screens that visitors can open. */
export const publicScreens = [
  ...['/', '/waitlist', '/login', '/sign-in-code', '/signup', '/crisis'],
  ...[
    '/forgot-password',
    '/reset-password',
    '/reset-password?token=none',
    '/confirm-email',
    '/report-a-concern',
    '/confirm-concern',
    '/unsubscribe',
  ],
  ...['/self-help', '/self-help/panic', '/dmtools', '/privacy', '/guidelines', '/accessibility', '/install'],
  '/supported-browsers',
];

/** Screens that require an access code or the admin role. */
export const gatedScreens = ['/waitlist-admin', '/book-admin'];

/** Screens that require the admin role. */
export const adminScreens = [
  ...['/admin', '/admin/health', '/admin/status', '/admin/mails', '/admin/mails/preview', '/admin/audit-log'],
  ...['/admin/texts', '/admin/texts/guidelines', '/admin/texts/crisis-lines'],
  ...['/admin/api-tokens', '/admin/webhooks'],
  ...['', '/identity', '/joining', '/mail', '/storage', '/sign-in', '/backups', '/pages', '/operator'].map(
    (group) => `/admin/settings${group}`,
  ),
];

/** The groups of settings. `/settings` shows their list, and on wide screens the first group. */
export const settingsScreens = ['privacy', 'notifications', 'display', 'muted', 'account', 'data', 'about'].map(
  (group) => `/settings/${group}`,
);

export const missingPath = '/no/such/place';
