import {
  digestRhythms,
  notificationKinds,
  type NotificationTopic,
  notificationTopics,
} from '@commons/contract/notifications';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { sessions } from '../auth/auth.tables.ts';

/** Kinds of queue rows: new events, and events that withdraw earlier ones. */
export const queueRowKinds = [
  ...notificationKinds,
  'unliked',
  'gone',
  'unrequested',
  'unconnected',
  'event_left',
] as const;

/**
 * Events that are not turned into notifications yet: one row per like, comment and so on. The row is written in the
 * transaction of the event and processed within a second or two. The table has no foreign keys, so that inserting locks
 * no other row; processing skips departed members. Events about one subject are written under its lock, so their
 * ids are in order.
 */
export const notificationQueue = pgTable('notification_queue', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: queueRowKinds }).notNull(),
  /** The recipient. Null when the subject has no author, or the row concerns several members. */
  memberId: uuid(),
  actorId: uuid(),
  subjectType: text().notNull(),
  subjectId: uuid().notNull(),
  /** Identifies the event for deduplication: the comment, or the member who likes. */
  occasionId: uuid(),
  /** The kind of a comment, used to find its thread, or the title of an event. */
  detail: text(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * Notifications of a member. One row groups all events of one kind about one subject until it is read. The next event
 * then opens a new row.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    memberId: ownerId(),
    kind: text({ enum: notificationKinds }).notNull(),
    subjectType: text().notNull(),
    /** Not a foreign key, because subjects live in several tables. A `gone` queue row reports a deleted subject. */
    subjectId: uuid().notNull(),
    title: text(),
    actorsCount: integer().notNull().default(0),
    /** Time of the latest event. The list is sorted by it. */
    at: instant().notNull(),
    readAt: instant(),
    /** False for notifications that are delivered by mail or push only. */
    isShown: boolean().notNull(),
    /** When to send the notification to devices or by mail. Null once sent, or when it is not to be sent. */
    pushDueAt: instant(),
    mailDueAt: instant(),
  },
  (table) => [
    // Also serves the count of unread notifications.
    uniqueIndex('notifications_one_open_per_subject')
      .on(table.memberId, table.kind, table.subjectType, table.subjectId)
      .where(sql`${table.readAt} IS NULL`),
    index('notifications_by_latest').on(table.memberId, table.at, table.id),
    // Serves both lookups by subject and by group. With two indexes, the planner picks the wrong one under load.
    index('notifications_by_group').on(table.subjectId, table.memberId, table.kind),
    index('notifications_by_push_due')
      .on(table.pushDueAt)
      .where(sql`${table.pushDueAt} IS NOT NULL`),
    index('notifications_by_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} IS NOT NULL`),
    check('notifications_counts', sql`${table.actorsCount} >= 0`),
  ],
);

/** The actors of a notification: one row per comment, or per member who likes. */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: ownerId(),
    occasionId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'notification_actors_once_per_occasion',
      columns: [table.notificationId, table.actorId, table.occasionId],
    }),
    index('notification_actors_by_latest').on(table.notificationId, table.at),
    index('notification_actors_by_occasion').on(table.occasionId),
    index('notification_actors_by_actor').on(table.actorId),
  ],
);

/** Revisions of unread counts. A higher revision means a newer count. */
export const notificationRevisions = pgSequence('notification_revisions');

const topics = (name: string) =>
  text(name, { enum: notificationTopics }).array().notNull().$type<NotificationTopic[]>();

/** A member's notification settings. Members without a row have the defaults of the contract. */
export const notificationSettings = pgTable('notification_settings', {
  memberId: ownerId().primaryKey(),
  /** The topics that each channel delivers. */
  inApp: topics('shown_topics'),
  email: topics('mailed_topics'),
  push: topics('pushed_topics'),
  digest: text({ enum: digestRhythms }).notNull(),
  /** Minutes after midnight in the member's time zone. */
  quietFrom: integer(),
  quietUntil: integer(),
  timeZone: text(),
});

/** Push subscriptions of devices. Signing out deletes the session and with it the subscription. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: ownerId(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_one_per_endpoint').on(table.endpoint),
    index('push_subscriptions_by_member').on(table.memberId),
  ],
);

/**
 * `waiting` may be sent. `handed_over` was given to the mail server, which has not confirmed it. The others are final.
 */
export const mailStates = ['waiting', 'handed_over', 'sent', 'dropped'] as const;

/** Mails about notifications, with the ids of the notifications in them. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: primaryId(),
    memberId: ownerId(),
    notificationIds: uuid().array().notNull(),
    state: text({ enum: mailStates }).notNull().default('waiting'),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('notification_mails_by_member').on(table.memberId),
    index('notification_mails_by_age').on(table.createdAt),
  ],
);

/**
 * The latest push and mail about one kind of event by one member on one subject. Rows are kept for the alert window.
 */
export const notificationAlerts = pgTable(
  'notification_alerts',
  {
    memberId: uuid().notNull(),
    kind: text({ enum: notificationKinds }).notNull(),
    subjectId: uuid().notNull(),
    actorId: uuid().notNull(),
    channel: text({ enum: ['push', 'email'] }).notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'notification_alerts_one_per_event',
      columns: [table.memberId, table.kind, table.subjectId, table.actorId, table.channel],
    }),
    index('notification_alerts_by_age').on(table.at),
    index('notification_alerts_by_actor').on(table.actorId),
  ],
);

/** Deleting these rows needs no counter update: departed members are neither recipients nor actors. */
export const cascades = [
  'notifications.member_id',
  'notification_actors.notification_id',
  'notification_actors.actor_id',
  'notification_settings.member_id',
  'push_subscriptions.session_id',
  'push_subscriptions.member_id',
  'notification_mails.member_id',
];

const shortLived = { no: 'it is gone within seconds' };

export const personalData: PersonalData[] = [
  {
    table: notificationQueue,
    description: 'activity that waits to become a notification',
    purpose: 'likes and comments are grouped into one notification',
    retention: 'a second or two have passed',
    references: [
      { ...ownedBy(notificationQueue.memberId), exported: shortLived },
      { ...ownedBy(notificationQueue.actorId), exported: shortLived },
    ],
  },
  {
    table: notificationAlerts,
    description: 'times of the last push or email to you about a subject',
    purpose: 'nobody can flood you with alerts by repeating an action',
    retention: 'a day has passed',
    references: [
      { ...ownedBy(notificationAlerts.memberId), exported: { no: 'it is deleted within a day' } },
      { ...ownedBy(notificationAlerts.actorId), exported: { no: 'it is about alerts of another member' } },
    ],
  },
  {
    table: notifications,
    description: 'your notifications',
    purpose: 'you can read them again',
    retention: '90 days after you read them; at most a year',
    references: [ownedBy(notifications.memberId)],
  },
  {
    table: notificationActors,
    description: 'your likes and comments in the notifications of others',
    purpose: 'they see who liked or commented',
    retention: 'you remove the like or comment; at most a year',
    references: [
      { column: notificationActors.actorId, exported: { no: 'it repeats your likes and comments' }, leaving: 'chosen' },
    ],
  },
  {
    table: notificationSettings,
    description: 'your notification settings and your time zone',
    purpose: 'you get only the notifications that you want',
    retention: 'you leave',
    references: [ownedBy(notificationSettings.memberId)],
  },
  {
    table: pushSubscriptions,
    description: 'push addresses of your devices at their push services',
    purpose: 'your devices get push notifications if you turn them on',
    retention: 'you sign out on the device, or turn them off',
    references: [ownedBy(pushSubscriptions.memberId)],
    excludedFromExport: [pushSubscriptions.p256dh, pushSubscriptions.auth],
  },
  {
    table: notificationMails,
    description: 'records of notification mails to you',
    purpose: 'each mail is sent once',
    retention: 'a week has passed',
    references: [ownedBy(notificationMails.memberId)],
  },
];
