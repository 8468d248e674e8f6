import { createHmac } from 'node:crypto';
import { notificationErrors } from '@commons/contract/notifications/errors';
import { errorsOf } from '../../platform/errors.ts';
import { isOneOfSecrets, type SessionSecrets } from '../../platform/secrets.ts';

export const notificationError = errorsOf(notificationErrors);

/** Path of the unsubscribe link in each mail. */
export const unsubscribePath = '/unsubscribe';

const signatureOf = (memberId: string, sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update(`unsubscribe ${memberId}`).digest('base64url');

/**
 * Creates a signed token that names the member. It is valid as long as the session secret, because mails are kept long.
 */
export const unsubscribeToken = (memberId: string, sessionSecret: string): string =>
  `${memberId}.${signatureOf(memberId, sessionSecret)}`;

/** Returns the id of the member in an unsubscribe token. @throws AppError when the signature is invalid. */
export function readUnsubscribeToken(token: string, sessionSecrets: SessionSecrets): string {
  const [memberId = '', signature = ''] = token.split('.');
  const signatures = sessionSecrets.map((secret) => signatureOf(memberId, secret));
  const isOurs = /^[\da-f-]{36}$/.test(memberId) && isOneOfSecrets(signature, signatures);
  if (!isOurs) throw notificationError('notifications.unsubscribe_link_wrong');
  return memberId;
}
