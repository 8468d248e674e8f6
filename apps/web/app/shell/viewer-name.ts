import type { CurrentUser } from '@commons/contract/auth';

export const defaultTitle = 'Mental Health Advocate';

/** Full name, else the part of the email before the at-sign, else "Anonymous User". */
export function viewerName(viewer: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>) {
  const fullName = `${viewer.firstName} ${viewer.lastName}`.trim();
  return fullName || (viewer.email.split('@')[0] ?? '') || 'Anonymous User';
}
