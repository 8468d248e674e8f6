/** Screens anyone may open. */
export const publicScreens = [
  ...['/', '/waitlist', '/login', '/sign-in-code', '/signup', '/crisis'],
  ...['/forgot-password', '/reset-password', '/confirm-email', '/unsubscribe'],
  ...['/self-help', '/self-help/panic', '/dmtools', '/privacy', '/guidelines', '/accessibility'],
];

/** Screens that an access code opens, and being an admin. */
export const gatedScreens = ['/waitlist-admin', '/book-admin'];

/** Screens of admins alone. */
export const adminScreens = ['/admin', '/admin/health', '/admin/audit-log'];

/** Places that are announced but not open yet, by their heading. */
export const laterScreens: Record<string, string> = {
  '/search': 'Search',
};

export const nowhere = '/no/such/place';
