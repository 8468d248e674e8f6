/** Screens anyone may open. */
export const publicScreens = [
  ...['/', '/waitlist', '/login', '/signup', '/forgot-password', '/reset-password', '/crisis'],
  ...['/self-help', '/self-help/panic', '/privacy', '/guidelines', '/accessibility'],
];

/** Screens that an access code opens, and being an admin. */
export const gatedScreens = ['/waitlist-admin', '/book-admin'];

/** Places that are announced but not open yet, by their heading. */
export const laterScreens: Record<string, string> = {
  '/admin': 'Admin',
  '/search': 'Search',
};

export const nowhere = '/no/such/place';
