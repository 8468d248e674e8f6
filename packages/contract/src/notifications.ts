import type { CallsOf } from './endpoint.ts';
import type * as schemas from './notifications.schemas.ts';

export type * from './notifications.schemas.ts';

/** What a member chooses about: each is told in the community, by mail and on their devices, or not. */
export const notificationTopics = [
  'reactions',
  'comments',
  'replies',
  'connections',
  'events',
  'messages',
  'moderation',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** Everything that is told. */
export const notificationKinds = [
  'liked',
  'commented',
  'replied',
  'connection_requested',
  'connection_accepted',
  'event_place',
  'event_changed',
  'event_reminder',
  'event_cancelled',
  'message',
  'decision',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The topic that each belongs to. */
export const topicOfKind: Readonly<Record<NotificationKind, NotificationTopic>> = {
  liked: 'reactions',
  commented: 'comments',
  replied: 'replies',
  connection_requested: 'connections',
  connection_accepted: 'connections',
  event_place: 'events',
  event_changed: 'events',
  event_reminder: 'events',
  event_cancelled: 'events',
  message: 'messages',
  decision: 'moderation',
};

export const notificationChannels = ['inApp', 'email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

type Choices = Record<NotificationTopic, Record<NotificationChannel, boolean>>;

/** Before a member chooses: everything in the community; by mail and on devices what somebody waits for. */
export const defaultNotificationChoices: Choices = {
  reactions: { inApp: true, email: false, push: false },
  comments: { inApp: true, email: true, push: true },
  replies: { inApp: true, email: false, push: true },
  connections: { inApp: true, email: true, push: true },
  events: { inApp: true, email: true, push: true },
  messages: { inApp: true, email: true, push: true },
  moderation: { inApp: true, email: true, push: true },
};

/**
 * What nobody switches: the messages have a badge of their own, and what was decided about a member always comes by mail,
 * for they can appeal.
 */
export const fixedNotificationChoices: readonly (readonly [NotificationTopic, NotificationChannel])[] = [
  ['messages', 'inApp'],
  ['moderation', 'email'],
];

export const digestRhythms = ['off', 'daily', 'weekly'] as const;

export const notificationLimits = {
  /** So many of those who did it are shown by name. */
  shownActors: 3,
  /** What was read is forgotten after so many days, and what was not after a year. */
  keptDaysRead: 90,
  keptDaysUnread: 365,
} as const;

export const notificationPaths = {
  listNotifications: { method: 'GET', path: '/api/notifications' },
  getUnreadNotifications: { method: 'GET', path: '/api/notifications/unread-count' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  getNotificationSettings: { method: 'GET', path: '/api/notifications/settings' },
  updateNotificationSettings: { method: 'PUT', path: '/api/notifications/settings' },
  getPushKey: { method: 'GET', path: '/api/notifications/push-key' },
  keepPushSubscription: { method: 'PUT', path: '/api/notifications/push-subscription' },
  endPushSubscription: { method: 'DELETE', path: '/api/notifications/push-subscription' },
  unsubscribe: { method: 'POST', path: '/api/notifications/unsubscribe' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const notificationCalls: CallsOf<typeof notificationPaths, typeof schemas> = notificationPaths;
