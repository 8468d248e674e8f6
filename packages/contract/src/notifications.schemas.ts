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

/** A notification. It groups the activity of one kind on one subject: "Ana and 3 others liked your post". */
export const notificationView = z
  .object({
    id,
    kind: z.enum(notificationKinds),
    /** The subject and its kind, such as a post or an event. For connections, the subject is the member themselves. */
    subject: z.object({
      type: z.string(),
      id,
      /** The type of a recommendation, otherwise null. */
      shelf: z.enum(['journal_prompt', 'book', 'podcast']).nullable(),
    }),
    /** The latest actors whom the member may see. Empty for events. */
    actors: z.array(memberSummary),
    actorsCount: z.int(),
    /** The title of an event at that time, otherwise null. */
    title: z.string().nullable(),
    at: timestamp,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationView>;

export const listNotifications = endpoint({
  ...notificationPaths.listNotifications,
  summary: 'List the member’s notifications, grouped, latest first',
  query: pageQuery,
  replies: { 200: z.array(notificationView) },
  paged: true,
});

/** Number of unread notifications. A client keeps the count with the higher revision. */
const unreadCount = z.object({ count: z.int(), revision: z.int() });
export type UnreadNotifications = z.infer<typeof unreadCount>;

export const getUnreadNotifications = endpoint({
  ...notificationPaths.getUnreadNotifications,
  summary: 'Count unread notifications',
  replies: { 200: unreadCount },
});

export const readNotifications = endpoint({
  ...notificationPaths.readNotifications,
  summary: 'Mark notifications as read, or all without ids; ids of other members and unknown ids are ignored',
  body: z.strictObject({ ids: optionalField(z.array(id).max(100)) }),
  replies: { 200: unreadCount },
});

const channels = z.strictObject({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() });
const byTopic = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(
    Object.fromEntries(notificationTopics.map((topic) => [topic, schema])) as Record<NotificationTopic, Schema>,
  );

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 22:00');

/** Local times. The range may cross midnight. */
const quietHours = z
  .strictObject({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, 'Please choose two different times');

const otherSettings = {
  digest: z.enum(digestRhythms),
  quietHours: quietHours.nullable(),
  /** Time zone of the quiet hours and the digest. Null for UTC. */
  timeZone: timeZone.nullable(),
};

export const notificationSettingsView = z
  .object({ choices: byTopic(channels), ...otherSettings })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettingsView>;
export type NotificationChoices = Record<NotificationTopic, Record<NotificationChannel, boolean>>;

export const notificationSettingsInput = z
  .strictObject({ choices: byTopic(channels.partial()).partial(), ...otherSettings })
  .partial();
export type NotificationSettingsInput = z.input<typeof notificationSettingsInput>;

export const getNotificationSettings = endpoint({
  ...notificationPaths.getNotificationSettings,
  summary: 'Get the member’s notification settings',
  replies: { 200: notificationSettingsView },
});

export const updateNotificationSettings = endpoint({
  ...notificationPaths.updateNotificationSettings,
  summary: 'Change the member’s notification settings; omitted settings stay, and fixed choices cannot change',
  body: notificationSettingsInput,
  replies: { 200: notificationSettingsView },
});

export const getPushKey = endpoint({
  ...notificationPaths.getPushKey,
  summary: 'Get the public key for push subscriptions (VAPID, RFC 8292)',
  replies: { 200: z.object({ publicKey: z.string() }) },
});

/** A push subscription (W3C Push API, `PushSubscription.toJSON`). */
export const pushSubscriptionInput = z.strictObject({
  endpoint: z.string().max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{86,90}={0,2}$/, 'is not a public key'),
    auth: z.string().regex(/^[\w-]{20,24}={0,2}$/, 'is not a secret'),
  }),
});

export const savePushSubscription = endpoint({
  ...notificationPaths.savePushSubscription,
  summary: 'Send push notifications to this device until the session ends',
  body: pushSubscriptionInput,
  replies: { 204: null },
  errors: notificationErrors,
});

export const endPushSubscription = endpoint({
  ...notificationPaths.endPushSubscription,
  summary: 'Stop push notifications to this device',
  replies: { 204: null },
});

export const unsubscribe = endpoint({
  ...notificationPaths.unsubscribe,
  summary: 'Unsubscribe from notification mails with the token of a mail’s link',
  body: z.strictObject({ token: singleLine(200).min(1) }),
  replies: { 204: null },
  errors: notificationErrors,
});

export const notificationEvents = {
  /** The new unread count, after notifications were added, read or withdrawn. */
  notification: z.object({ type: z.literal('notification'), ...unreadCount.shape }),
};
