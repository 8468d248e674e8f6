import type { DeliveryFailure, testEvent, WebhookEvent } from '@commons/contract/webhooks';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../community/members/users.tables.ts';
import { type PersonalData } from '../../community/personal-data.ts';
import { bytes, instant, primaryId } from '../../platform/database/columns.ts';

/** Addresses of other programs that receive events of the community. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: primaryId(),
    /** The admin who added it. */
    creatorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    url: text().notNull(),
    description: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** Encrypted with the session secret. */
    secret: bytes().notNull(),
    /** The secret before the last rotation. It signs as well until `previousSecretUntil`. */
    previousSecret: bytes(),
    previousSecretUntil: instant(),
    pausedAt: instant(),
    /** The server paused it, because deliveries failed for days. */
    isPausedByServer: boolean().notNull().default(false),
    failingSince: instant(),
    lastDeliveredAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [index('webhooks_by_creator').on(table.creatorId)],
);

/** Messages to webhooks, with the result of the last attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id` of the message. */
    id: primaryId(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text().$type<WebhookEvent | typeof testEvent>().notNull(),
    /** The member that the event is about. */
    memberId: uuid(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: ['pending', 'delivered', 'failed'] }).notNull(),
    /** Number of the task that may send it. An older task does nothing. */
    run: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    lastAttemptAt: instant(),
    nextAttemptAt: instant(),
    durationMilliseconds: integer(),
    replyStatus: integer(),
    replyBody: text(),
    failure: text().$type<DeliveryFailure>(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('webhook_deliveries_by_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_by_member').on(table.memberId),
  ],
);

/** A webhook is deleted with its log, which nothing counts. */
export const cascades = ['webhook_deliveries.webhook_id'];

export const personalData: PersonalData[] = [
  {
    table: webhooks,
    description: 'webhooks that you added as an admin',
    purpose: 'other programs learn of events in the community',
    retention: 'an admin deletes them',
    references: [
      { column: webhooks.creatorId, exported: { no: 'they belong to the community' }, leaving: 'anonymized' },
    ],
  },
  {
    table: webhookDeliveries,
    description: 'notices to other programs that you joined or left: your id and the time',
    purpose: 'programs that the admins chose learn of new and former members',
    retention: 'after 30 days',
    references: [
      {
        column: webhookDeliveries.memberId,
        exported: { no: 'it contains only your id and the time' },
        leaving: { kept: 'for at most 30 days; it contains only your id, which no longer leads to you' },
      },
    ],
  },
];
