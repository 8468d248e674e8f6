export const mailsPaths = {
  listMailPreviews: { method: 'GET', path: '/api/admin/mails/previews' },
  sendTestMail: { method: 'POST', path: '/api/admin/mails/test' },
} as const;

/** Path of a preview as an HTML document, for a frame. Takes `scheme=light` or `scheme=dark`. */
export const mailPreviewFile = (name: string): string => `/api/admin/mails/previews/${name}`;

/** Results of a test mail. `stored`: there is no mail server, so the mail was written to the data directory. */
export const mailTestOutcomes = [
  'accepted',
  'stored',
  'certificate',
  'encryption',
  'sign_in',
  'sender',
  'recipient',
  'refused',
  'unknown_host',
  'no_connection',
  'no_mail_server',
  'timeout',
] as const;
