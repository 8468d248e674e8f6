/** Screens anyone may open. */
export const publicScreens = [
  ...['/', '/waitlist', '/login', '/sign-in-code', '/signup', '/crisis'],
  ...['/forgot-password', '/reset-password', '/confirm-email', '/unsubscribe'],
  ...['/self-help', '/self-help/panic', '/dmtools', '/privacy', '/guidelines', '/accessibility', '/install'],
  '/supported-browsers',
];

/** Screens that an access code opens, and being an admin. */
export const gatedScreens = ['/waitlist-admin', '/book-admin'];

/** Screens of admins alone. */
export const adminScreens = ['/admin', '/admin/health', '/admin/status', '/admin/mails', '/admin/audit-log'];

export const nowhere = '/no/such/place';
