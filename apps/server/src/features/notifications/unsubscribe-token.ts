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
 * Creates a signed token that contains the member's id. It expires only with the session secret, because members keep
 * mails for a long time.
 */
export const unsubscribeToken = (memberId: string, sessionSecret: string): string =>
  `${memberId}.${signatureOf(memberId, sessionSecret)}`;

/** Returns the id of the member in an unsubscribe token. @throws AppError when the signature is invalid. */
export function readUnsubscribeToken(token: string, sessionSecrets: SessionSecrets): string {
  const [memberId = '', signature = ''] = token.split('.');
  const signatures = sessionSecrets.map((secret) => signatureOf(memberId, secret));
  const isValid = /^[\da-f-]{36}$/.test(memberId) && isOneOfSecrets(signature, signatures);
  if (!isValid) throw notificationError('notifications.unsubscribe_link_wrong');
  return memberId;
}
