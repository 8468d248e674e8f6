import { createHmac } from 'node:crypto';
import { notificationErrors } from '@commons/contract/notifications/errors';
import { errorsOf } from '../../platform/errors.ts';
import { isOneOfSecrets, type SessionSecrets } from '../../platform/secrets.ts';

export const notificationError = errorsOf(notificationErrors);

/** Where the link in each mail leads. */
export const unsubscribePath = '/unsubscribe';

const signatureOf = (memberId: string, sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update(`unsubscribe ${memberId}`).digest('base64url');

/** Says who unsubscribes, and cannot be made up. It works for as long as the secret holds: so may the mail that it stands in. */
export const unsubscribeToken = (memberId: string, sessionSecret: string): string =>
  `${memberId}.${signatureOf(memberId, sessionSecret)}`;

/** Whom a token unsubscribes. @throws AppError when it is none of ours. */
export function readUnsubscribeToken(token: string, sessionSecrets: SessionSecrets): string {
  const [memberId = '', signature = ''] = token.split('.');
  const signatures = sessionSecrets.map((secret) => signatureOf(memberId, secret));
  const isOurs = /^[\da-f-]{36}$/.test(memberId) && isOneOfSecrets(signature, signatures);
  if (!isOurs) throw notificationError('notifications.unsubscribe_link_wrong');
  return memberId;
}
