import type { TokenScope } from '@commons/contract/api-tokens';
import type { DeliveryFailure, testEvent, WebhookEvent } from '@commons/contract/webhooks';
import type { WebhookDelivery } from '@commons/contract/webhooks/schemas';
import { plural } from '../../lib/locale.ts';

export const scopeNames: Record<TokenScope, string> = {
  'members:read': 'Members: names, emails, roles',
  'events:read': 'Events and attendees',
  'content:read': 'Meditations, books and podcasts',
  'statistics:read': 'Numbers and server status',
  'audit:read': 'Audit log',
};

export const eventNames: Record<WebhookEvent | typeof testEvent, string> = {
  'member.joined': 'A member joined',
  'member.left': 'A member left',
  'report.opened': 'A report arrived',
  'report.closed': 'Reports were answered',
  'event.created': 'An event was added',
  'event.deleted': 'An event was deleted',
  'meditation.published': 'A meditation was published',
  'backup.failed': 'A backup failed',
  'webhook.test': 'Test',
};

const failureTexts: Record<Exclude<DeliveryFailure, 'wrong_status' | 'redirected'>, string> = {
  address_refused: 'The address is not public',
  no_connection: 'No connection',
  timeout: 'No answer within 10 seconds',
  paused: 'Not sent: the webhook was paused',
  secret_unreadable: 'Not sent: please replace the secret',
};

/** Returns the result of a delivery in a few words. */
export const deliveryText = ({ failure, replyStatus, status }: WebhookDelivery): string => {
  if (failure === null) return status === 'delivered' ? `Delivered (${replyStatus})` : 'Waiting';
  if (failure === 'wrong_status') return `Answered ${replyStatus}`;
  if (failure === 'redirected') return `Redirected (${replyStatus})`;
  return failureTexts[failure];
};

export const attemptsText = (attempts: number): string => plural(attempts, { one: '# attempt', other: '# attempts' });
