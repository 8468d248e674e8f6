import { z } from 'zod';
import { id, optionalField, pageQuery, singleLine, timestamp, timeZone } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { notificationErrors } from './notifications.errors.ts';
import {
  digestRhythms,
  type NotificationChannel,
  notificationKinds,
  notificationPaths,
  type NotificationTopic,
  notificationTopics,
} from './notifications.ts';

/** What happened to one thing since the member last read of it: "Ana and 3 others liked your post". */
export const notificationView = z
  .object({
    id,
    kind: z.enum(notificationKinds),
    /** What it is about, by the name of its kind: a post, an event; for connections the member themselves. */
    subject: z.object({
      type: z.string(),
      id,
      /** Of a recommendation: among what it stands. */
      shelf: z.enum(['journal_prompt', 'book', 'podcast']).nullable(),
    }),
    /** The latest of those who did it, as far as the member may see them; nobody for an event. */
    actors: z.array(memberSummary),
    actorsCount: z.int(),
    /** Of an event, as it was then. */
    title: z.string().nullable(),
    at: timestamp,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationView>;

export const listNotifications = endpoint({
  ...notificationPaths.listNotifications,
  summary: 'What the member was told, grouped, the latest first',
  query: pageQuery,
  replies: { 200: z.array(notificationView) },
  paged: true,
});

/** How many wait to be read. Of two counts the one with the higher revision was made later. */
const unreadCount = z.object({ count: z.int(), revision: z.int() });
export type UnreadNotifications = z.infer<typeof unreadCount>;

export const getUnreadNotifications = endpoint({
  ...notificationPaths.getUnreadNotifications,
  summary: 'How many notifications wait to be read',
  replies: { 200: unreadCount },
});

export const readNotifications = endpoint({
  ...notificationPaths.readNotifications,
  summary: 'The member has read these notifications, or without ids all; others’ and unknown ones stay as they are',
  body: z.strictObject({ ids: optionalField(z.array(id).max(100)) }),
  replies: { 200: unreadCount },
});

const channels = z.strictObject({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() });
const byTopic = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(
    Object.fromEntries(notificationTopics.map((topic) => [topic, schema])) as Record<NotificationTopic, Schema>,
  );

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 22:00');

/** Local times; they may reach over midnight. */
const quietHours = z
  .strictObject({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, 'Please choose two different times');

const given = {
  digest: z.enum(digestRhythms),
  quietHours: quietHours.nullable(),
  /** By which the quiet hours and the hour of the digest are told; null for UTC. */
  timeZone: timeZone.nullable(),
};

export const notificationSettingsView = z
  .object({ choices: byTopic(channels), ...given })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettingsView>;
export type NotificationChoices = Record<NotificationTopic, Record<NotificationChannel, boolean>>;

export const notificationSettingsInput = z
  .strictObject({ choices: byTopic(channels.partial()).partial(), ...given })
  .partial();
export type NotificationSettingsInput = z.input<typeof notificationSettingsInput>;

export const getNotificationSettings = endpoint({
  ...notificationPaths.getNotificationSettings,
  summary: 'What the member is told, and how',
  replies: { 200: notificationSettingsView },
});

export const updateNotificationSettings = endpoint({
  ...notificationPaths.updateNotificationSettings,
  summary: 'Choose what one is told, and how; what is left out stays, and what is fixed stays as it is',
  body: notificationSettingsInput,
  replies: { 200: notificationSettingsView },
});

export const getPushKey = endpoint({
  ...notificationPaths.getPushKey,
  summary: 'The public key by which a browser knows this community’s pushes (RFC 8292)',
  replies: { 200: z.object({ publicKey: z.string() }) },
});

/** What a browser says of itself (W3C Push API, `PushSubscription.toJSON`). */
export const pushSubscriptionInput = z.strictObject({
  endpoint: z.string().max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{86,90}={0,2}$/, 'is not a public key'),
    auth: z.string().regex(/^[\w-]{20,24}={0,2}$/, 'is not a secret'),
  }),
});

export const keepPushSubscription = endpoint({
  ...notificationPaths.keepPushSubscription,
  summary: 'Have this device told, for as long as this session lasts',
  body: pushSubscriptionInput,
  replies: { 204: null },
  errors: notificationErrors,
});

export const endPushSubscription = endpoint({
  ...notificationPaths.endPushSubscription,
  summary: 'This device is told nothing any more',
  replies: { 204: null },
});

export const unsubscribe = endpoint({
  ...notificationPaths.unsubscribe,
  summary: 'Get no more mails about what happens, by the token of the link in each of them',
  body: z.strictObject({ token: singleLine(200).min(1) }),
  replies: { 204: null },
  errors: notificationErrors,
});

export const notificationEvents = {
  /** Something was told, read or taken back: how many wait to be read now. */
  notification: z.object({ type: z.literal('notification'), ...unreadCount.shape }),
};
