import { z } from 'zod';
import {
  addressLine,
  httpsRequired,
  id,
  idParams,
  isHttpsAddress,
  pageQuery,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { deliveryFailures, testEvent, webhookErrors, webhookEvents, webhookLimits, webhookPaths } from './webhooks.ts';

const event = z.enum(webhookEvents);

export const webhookView = z
  .object({
    id,
    url: z.string(),
    description: z.string(),
    events: z.array(event),
    /** `failing`: the server paused it, because deliveries failed for days. */
    state: z.enum(['active', 'paused', 'failing']),
    createdAt: timestamp,
    /** Time of the first failure since the last success. */
    failingSince: timestamp.nullable(),
    lastDeliveredAt: timestamp.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookView>;

/** Addresses without a user name, a password and a fragment. */
const isWebhookUrl = (text: string): boolean => isHttpsAddress(text) && !text.includes('#');

export const webhookInput = z.strictObject({
  url: addressLine(webhookLimits.urlCharacters).refine(isWebhookUrl, httpsRequired),
  description: singleLine(webhookLimits.descriptionCharacters),
  events: z
    .array(event)
    .min(1, 'Please choose at least one event')
    .max(webhookEvents.length)
    .refine((events) => new Set(events).size === events.length, 'Please name each event once'),
});
export type WebhookInput = z.output<typeof webhookInput>;

export const webhookDeliveryView = z
  .object({
    /** The `webhook-id` of the message. It is the same for all attempts. */
    id,
    event: z.enum([...webhookEvents, testEvent]),
    status: z.enum(['pending', 'delivered', 'failed']),
    createdAt: timestamp,
    attempts: z.int(),
    lastAttemptAt: timestamp.nullable(),
    /** Time of the next attempt of a pending delivery. */
    nextAttemptAt: timestamp.nullable(),
    durationMilliseconds: z.int().nullable(),
    replyStatus: z.int().nullable(),
    /** The beginning of the last reply. */
    replyBody: z.string().nullable(),
    failure: z.enum(deliveryFailures).nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliveryView>;

const newSecret = z.object({ webhook: webhookView, secret: z.string() }).meta({ id: 'WebhookWithSecret' });
const { 'webhooks.not_found': notFound, 'webhooks.address_refused': addressRefused } = webhookErrors;

export const listWebhooks = endpoint({
  ...webhookPaths.listWebhooks,
  summary: 'List all webhooks, newest first',
  replies: { 200: z.array(webhookView) },
});

/** Not `creates`: a stored reply would contain the secret. */
export const createWebhook = endpoint({
  ...webhookPaths.createWebhook,
  summary: 'Add a webhook. Only this reply and a rotation contain its secret',
  body: webhookInput,
  replies: { 200: newSecret },
  errors: {
    'webhooks.too_many': webhookErrors['webhooks.too_many'],
    'webhooks.address_refused': addressRefused,
  },
});

export const updateWebhook = endpoint({
  ...webhookPaths.updateWebhook,
  summary: 'Change a webhook, pause it, or resume it',
  params: idParams,
  body: webhookInput.extend({ isPaused: z.boolean() }),
  replies: { 200: webhookView },
  errors: { 'webhooks.not_found': notFound, 'webhooks.address_refused': addressRefused },
});

export const deleteWebhook = endpoint({
  ...webhookPaths.deleteWebhook,
  summary: 'Delete a webhook and its log',
  params: idParams,
  replies: { 204: null },
  errors: { 'webhooks.not_found': notFound },
});

export const rotateWebhookSecret = endpoint({
  ...webhookPaths.rotateWebhookSecret,
  summary: `Replace the secret of a webhook. Deliveries are also signed with the previous one for ${webhookLimits.previousSecretHours} hours`,
  params: idParams,
  replies: { 200: newSecret },
  errors: { 'webhooks.not_found': notFound },
});

export const sendWebhookTest = endpoint({
  ...webhookPaths.sendWebhookTest,
  summary: 'Send a test event once, also to a paused webhook',
  params: idParams,
  replies: { 201: webhookDeliveryView },
  errors: { 'webhooks.not_found': notFound },
});

export const listWebhookDeliveries = endpoint({
  ...webhookPaths.listWebhookDeliveries,
  summary: `List the deliveries of a webhook in the last ${webhookLimits.logDays} days, newest first`,
  params: idParams,
  query: pageQuery,
  replies: { 200: z.array(webhookDeliveryView) },
  errors: { 'webhooks.not_found': notFound },
  paged: true,
});

export const redeliverWebhook = endpoint({
  ...webhookPaths.redeliverWebhook,
  summary: 'Send a delivery again now, also to a paused webhook',
  params: z.strictObject({ id, deliveryId: id }),
  replies: { 200: webhookDeliveryView },
  errors: { 'webhooks.delivery_not_found': webhookErrors['webhooks.delivery_not_found'] },
});

/** The data of each event. */
export const webhookData = {
  'member.joined': z.object({ memberId: id }),
  'member.left': z.object({ memberId: id }),
  'report.opened': z.object({ caseId: id, subjectType: z.string(), reason: z.string() }),
  'report.closed': z.object({ caseId: id, subjectType: z.string(), reports: z.int() }),
  'event.created': z.object({ eventId: id, startsAt: timestamp }),
  'event.deleted': z.object({ eventId: id }),
  'meditation.published': z.object({ meditationId: id }),
  'backup.failed': z.object({}),
  [testEvent]: z.object({}),
} as const;
export type WebhookData = { [Event in keyof typeof webhookData]: z.infer<(typeof webhookData)[Event]> };
