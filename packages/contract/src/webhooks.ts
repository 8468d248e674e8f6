import { defineErrors } from './problem.ts';

/** Events that a webhook can receive. They contain ids, kinds and times, and no texts of members. */
export const webhookEvents = [
  'member.joined',
  'member.left',
  'report.opened',
  'report.closed',
  'event.created',
  'event.deleted',
  'meditation.published',
  'backup.failed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event of "Send a test". No webhook subscribes to it. */
export const testEvent = 'webhook.test';

export const webhookLimits = {
  /** Maximum number of webhooks. */
  webhooks: 20,
  urlCharacters: 2_000,
  descriptionCharacters: 100,
  /** A failing webhook is paused after this many days. */
  pausedAfterDays: 3,
  /** The delivery log is kept for this many days. */
  logDays: 30,
  /** Part of a reply that the log keeps. */
  replyBytes: 1_024,
  timeoutSeconds: 10,
  /** After a rotation, deliveries are also signed with the previous secret for this time. */
  previousSecretHours: 24,
} as const;

/** Pauses in seconds before each repetition of a failed delivery, as Standard Webhooks recommends. */
export const retryPauses = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600];

/** Reasons for a failed delivery. */
export const deliveryFailures = [
  'address_refused',
  'no_connection',
  'timeout',
  'redirected',
  'wrong_status',
  'paused',
  'secret_unreadable',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const webhookErrors = defineErrors({
  'webhooks.not_found': { status: 404, title: 'Webhook not found', detail: 'This webhook was already deleted.' },
  'webhooks.delivery_not_found': {
    status: 404,
    title: 'Delivery not found',
    detail: `This delivery is no longer in the log, which keeps ${webhookLimits.logDays} days.`,
  },
  'webhooks.too_many': {
    status: 409,
    title: 'Too many webhooks',
    detail: `There are already ${webhookLimits.webhooks} webhooks. Please delete one that is no longer used.`,
  },
  'webhooks.address_refused': {
    status: 400,
    path: 'url',
    title: 'This address cannot be used',
    detail: 'Webhooks are sent only to public addresses on the internet.',
  },
});

export const webhookPaths = {
  listWebhooks: { method: 'GET', path: '/api/admin/webhooks' },
  createWebhook: { method: 'POST', path: '/api/admin/webhooks' },
  updateWebhook: { method: 'PUT', path: '/api/admin/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/api/admin/webhooks/{id}' },
  rotateWebhookSecret: { method: 'POST', path: '/api/admin/webhooks/{id}/secret' },
  sendWebhookTest: { method: 'POST', path: '/api/admin/webhooks/{id}/test', creates: true },
  listWebhookDeliveries: { method: 'GET', path: '/api/admin/webhooks/{id}/deliveries' },
  redeliverWebhook: { method: 'POST', path: '/api/admin/webhooks/{id}/deliveries/{deliveryId}/redelivery' },
} as const;
