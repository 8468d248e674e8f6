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
import { instant, primaryId } from '../../platform/database/columns.ts';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { sessions } from '../auth/auth.tables.ts';
import { users } from '../members/users.tables.ts';

const memberId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What a row of the queue says: something to tell of, or that something is not so any more. */
export const queuedKinds = [
  ...notificationKinds,
  'unliked',
  'gone',
  'unrequested',
  'unconnected',
  'event_left',
] as const;

/**
 * What happened and was not told yet: a row for each like, comment and the like, written in its transaction and gone
 * within a second or two. It refers to nothing, so that writing it locks nobody's row; whoever is not there any more is
 * left out when it is told. What is about one thing is written behind the lock of that thing: ids are in its order.
 */
export const notificationQueue = pgTable('notification_queue', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: queuedKinds }).notNull(),
  /** Who is to be told; null where nobody wrote what was commented on, or many are meant. */
  memberId: uuid(),
  actorId: uuid(),
  subjectType: text().notNull(),
  subjectId: uuid().notNull(),
  /** What is told once: the comment, the member who likes. */
  occasionId: uuid(),
  /** The kind of the comment, by which others in its thread are found; the title of an event. */
  detail: text(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * What a member is told, one row for all that happened to one thing since they last read of it. The next thing that
 * happens opens another one.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    memberId: memberId(),
    kind: text({ enum: notificationKinds }).notNull(),
    subjectType: text().notNull(),
    /** Of any kind of thing, hence no reference: what goes tells so (`gone`). */
    subjectId: uuid().notNull(),
    title: text(),
    actorsCount: integer().notNull().default(0),
    /** When the latest of it happened: the order of the list. */
    at: instant().notNull(),
    readAt: instant(),
    /** False for what is told by mail or on devices alone. */
    isShown: boolean().notNull(),
    /** When it may go to the member's devices or into a mail; null when it did, or is not to. */
    pushDueAt: instant(),
    mailDueAt: instant(),
  },
  (table) => [
    uniqueIndex('notifications_one_open_per_subject')
      .on(table.memberId, table.kind, table.subjectType, table.subjectId)
      .where(sql`${table.readAt} IS NULL`),
    index('notifications_by_latest').on(table.memberId, table.at, table.id),
    index('notifications_unread')
      .on(table.memberId)
      .where(sql`${table.readAt} IS NULL AND ${table.isShown}`),
    // One for what goes with its subject and for what was told before: of two, the planner takes the wrong one in a rush.
    index('notifications_by_group').on(table.subjectId, table.memberId, table.kind),
    index('notifications_by_push_due')
      .on(table.pushDueAt)
      .where(sql`${table.pushDueAt} IS NOT NULL`),
    index('notifications_by_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} IS NOT NULL`),
    index('notifications_by_age').on(table.at),
    check('notifications_counts', sql`${table.actorsCount} >= 0`),
  ],
);

/** Who did it: a row for each comment, and one for each member who likes. */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: memberId(),
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

/** Orders the counts of what is unread: whoever draws later has counted later. */
export const notificationRevisions = pgSequence('notification_revisions');

const topics = (name: string) =>
  text(name, { enum: notificationTopics }).array().notNull().$type<NotificationTopic[]>();

/** What a member chose; who has no row is told by the defaults of the contract. */
export const notificationSettings = pgTable('notification_settings', {
  memberId: memberId().primaryKey(),
  /** The topics that are told in each way. */
  inApp: topics('shown_topics'),
  email: topics('mailed_topics'),
  push: topics('pushed_topics'),
  digest: text({ enum: digestRhythms }).notNull(),
  /** Minutes from midnight, by the clock of the member. */
  quietFrom: integer(),
  quietUntil: integer(),
  timeZone: text(),
});

/** Devices that are told, each for as long as its session lasts: whoever signs out takes theirs along. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: memberId(),
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

/** `waiting` may be sent; `handed_over` went to the mail server, whose answer may never have come; the others are done. */
export const mailStates = ['waiting', 'handed_over', 'sent', 'dropped'] as const;

/** Mails about notifications, with what they tell of. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: primaryId(),
    memberId: memberId(),
    notificationIds: uuid().array().notNull(),
    state: text({ enum: mailStates }).notNull().default('waiting'),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('notification_mails_by_member').on(table.memberId),
    index('notification_mails_by_age').on(table.createdAt),
  ],
);

/** The latest push and mail about one kind of event by one member on one subject. Rows are kept for the alert window. */
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

/** No figure stands on them: whoever is gone is told nothing, and is not among those who did something. */
export const cascades = [
  'notifications.member_id',
  'notification_actors.notification_id',
  'notification_actors.actor_id',
  'notification_settings.member_id',
  'push_subscriptions.session_id',
  'push_subscriptions.member_id',
  'notification_mails.member_id',
];

const transient = { no: 'it is gone within seconds' };

export const personalData: PersonalData[] = [
  {
    table: notificationQueue,
    what: 'activity that waits to become a notification',
    why: 'likes and comments are grouped into one notification',
    until: 'a second or two have passed',
    mentions: [
      { ...own(notificationQueue.memberId), exported: transient },
      { ...own(notificationQueue.actorId), exported: transient },
    ],
  },
  {
    table: notificationAlerts,
    what: 'times of the last push or email to you about a subject',
    why: 'nobody can flood you with alerts by repeating an action',
    until: 'a day has passed',
    mentions: [
      { ...own(notificationAlerts.memberId), exported: { no: 'it is deleted within a day' } },
      { ...own(notificationAlerts.actorId), exported: { no: 'it is about alerts of another member' } },
    ],
  },
  {
    table: notifications,
    what: 'your notifications',
    why: 'you can read them again',
    until: '90 days after you read them; at most a year',
    mentions: [own(notifications.memberId)],
  },
  {
    table: notificationActors,
    what: 'your likes and comments in the notifications of others',
    why: 'they see who liked or commented',
    until: 'you remove the like or comment; at most a year',
    mentions: [
      { column: notificationActors.actorId, exported: { no: 'it repeats your likes and comments' }, leaving: 'chosen' },
    ],
  },
  {
    table: notificationSettings,
    what: 'your notification settings and your time zone',
    why: 'you get only the notifications that you want',
    until: 'you leave',
    mentions: [own(notificationSettings.memberId)],
  },
  {
    table: pushSubscriptions,
    what: 'push addresses of your devices at their push services',
    why: 'your devices get push notifications if you turn them on',
    until: 'you sign out on the device, or turn them off',
    mentions: [own(pushSubscriptions.memberId)],
    secrets: [pushSubscriptions.p256dh, pushSubscriptions.auth],
  },
  {
    table: notificationMails,
    what: 'records of notification mails to you',
    why: 'each mail is sent once',
    until: 'a week has passed',
    mentions: [own(notificationMails.memberId)],
  },
];
