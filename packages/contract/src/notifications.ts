/** Topics that a member can turn on or off for each channel. */
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

/** Kinds of notifications. */
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

/** The topic of each kind of notification. */
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

/** Default choices. */
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
 * Choices that members cannot change. Messages have their own badge. Moderation decisions are always mailed, because
 * the member can appeal.
 */
export const fixedNotificationChoices: readonly (readonly [NotificationTopic, NotificationChannel])[] = [
  ['messages', 'inApp'],
  ['moderation', 'email'],
];

export const digestRhythms = ['off', 'daily', 'weekly'] as const;

export const notificationLimits = {
  /** Maximum number of actors shown by name. */
  maxShownActors: 3,
  /** Days after which read and unread notifications are deleted. */
  readRetentionDays: 90,
  unreadRetentionDays: 365,
} as const;

export const notificationPaths = {
  listNotifications: { method: 'GET', path: '/api/notifications' },
  getUnreadNotifications: { method: 'GET', path: '/api/notifications/unread-count' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  getNotificationSettings: { method: 'GET', path: '/api/notifications/settings' },
  updateNotificationSettings: { method: 'PUT', path: '/api/notifications/settings' },
  getPushKey: { method: 'GET', path: '/api/notifications/push-key' },
  savePushSubscription: { method: 'PUT', path: '/api/notifications/push-subscription' },
  endPushSubscription: { method: 'DELETE', path: '/api/notifications/push-subscription' },
  unsubscribe: { method: 'POST', path: '/api/notifications/unsubscribe' },
} as const;
