import {
  defaultNotificationChoices,
  fixedNotificationChoices,
  type NotificationChannel,
  notificationChannels,
  type NotificationTopic,
  notificationTopics,
} from '@commons/contract/notifications';
import type {
  NotificationChoices,
  NotificationSettings,
  NotificationSettingsInput,
} from '@commons/contract/notifications/schemas';
import { eq, inArray } from 'drizzle-orm';
import { users } from '../../community/members/users.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { notificationSettings } from './notifications.tables.ts';

export type SettingsRow = typeof notificationSettings.$inferSelect;

const topicsOf = (choices: NotificationChoices, channel: NotificationChannel): NotificationTopic[] =>
  notificationTopics.filter((topic) => choices[topic][channel]);

const topicsByChannel = (choices: NotificationChoices) => ({
  inApp: topicsOf(choices, 'inApp'),
  email: topicsOf(choices, 'email'),
  push: topicsOf(choices, 'push'),
});

/** Default settings of members who have not changed anything. */
const defaultsOf = (memberId: string): SettingsRow => ({
  memberId,
  ...topicsByChannel(defaultNotificationChoices),
  digest: 'daily',
  quietFrom: null,
  quietUntil: null,
  timeZone: null,
});

/** Returns the settings of each member, defaults included. */
export async function findSettings(db: Queryable, memberIds: readonly string[]): Promise<Map<string, SettingsRow>> {
  const rows = await db
    .select()
    .from(notificationSettings)
    .where(inArray(notificationSettings.memberId, [...memberIds]));
  const storedSettings = new Map(rows.map((row) => [row.memberId, row]));
  return new Map(memberIds.map((memberId) => [memberId, storedSettings.get(memberId) ?? defaultsOf(memberId)]));
}

/** Returns a member's settings for the API. */
export async function getSettings(db: Queryable, memberId: string): Promise<NotificationSettings> {
  return toView((await findSettings(db, [memberId])).get(memberId) ?? defaultsOf(memberId));
}

/** Updates the given settings. Locks the member's row, so that changes from two tabs do not overwrite each other. */
export async function changeSettings(
  work: UnitOfWork,
  memberId: string,
  input: NotificationSettingsInput,
): Promise<NotificationSettings> {
  await work.tx.select({ id: users.id }).from(users).where(eq(users.id, memberId)).for('no key update');
  const before = await getSettings(work.tx, memberId);
  const { choices, digest = before.digest, quietHours = before.quietHours, timeZone = before.timeZone } = input;
  const after = { choices: mergeChoices(before.choices, choices ?? {}), digest, quietHours, timeZone };
  const row = {
    ...topicsByChannel(after.choices),
    digest,
    timeZone,
    quietFrom: quietHours && minutesOf(quietHours.from),
    quietUntil: quietHours && minutesOf(quietHours.until),
  };
  await work.tx
    .insert(notificationSettings)
    .values({ memberId, ...row })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: row });
  return after;
}

/** Turns off all notification mails. Mails about moderation decisions are still sent. */
export async function turnOffMails(work: UnitOfWork, memberId: string): Promise<void> {
  const noMail = Object.fromEntries(notificationTopics.map((topic) => [topic, { email: false }]));
  await changeSettings(work, memberId, { choices: noMail });
}

function mergeChoices(
  before: NotificationChoices,
  input: NonNullable<NotificationSettingsInput['choices']>,
): NotificationChoices {
  const after = structuredClone(before);
  for (const topic of notificationTopics)
    for (const channel of notificationChannels)
      after[topic][channel] = input[topic]?.[channel] ?? before[topic][channel];
  for (const [topic, channel] of fixedNotificationChoices)
    after[topic][channel] = defaultNotificationChoices[topic][channel];
  return after;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function toView({ inApp, email, push, digest, quietFrom, quietUntil, timeZone }: SettingsRow): NotificationSettings {
  const choices = Object.fromEntries(
    notificationTopics.map((topic) => [
      topic,
      { inApp: inApp.includes(topic), email: email.includes(topic), push: push.includes(topic) },
    ]),
  ) as NotificationChoices;
  const quietHours =
    quietFrom === null || quietUntil === null ? null : { from: timeOf(quietFrom), until: timeOf(quietUntil) };
  return { choices, digest, quietHours, timeZone };
}
