import { createHmac } from 'node:crypto';
import { notificationErrors } from '@commons/contract/notifications/errors';
import { errorsOf } from '../../platform/errors.ts';
import { isSameSecret } from '../../platform/secrets.ts';

export const notificationError = errorsOf(notificationErrors);

/** Where the link in each mail leads. */
export const unsubscribePath = '/unsubscribe';

const signatureOf = (memberId: string, sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update(`unsubscribe ${memberId}`).digest('base64url');

/** Says who unsubscribes, and cannot be made up. It works for ever: so may the mail that it stands in. */
export const unsubscribeToken = (memberId: string, sessionSecret: string): string =>
  `${memberId}.${signatureOf(memberId, sessionSecret)}`;

/** Whom a token unsubscribes. @throws AppError when it is none of ours. */
export function readUnsubscribeToken(token: string, sessionSecret: string): string {
  const [memberId = '', signature = ''] = token.split('.');
  const isOurs = /^[\da-f-]{36}$/.test(memberId) && isSameSecret(signature, signatureOf(memberId, sessionSecret));
  if (!isOurs) throw notificationError('notifications.unsubscribe_link_wrong');
  return memberId;
}
