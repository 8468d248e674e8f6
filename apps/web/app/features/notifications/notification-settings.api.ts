import {
  notificationCalls,
  notificationChannels,
  type NotificationChoices,
  type NotificationSettings,
  type NotificationSettingsInput,
  notificationTopics,
} from '@commons/contract/notifications';
import { call } from '../../lib/api-client.ts';
import { timeZone } from '../../lib/locale.ts';
import { optimisticSettings } from '../../lib/optimistic-settings.ts';

const withChoices = (
  choices: NotificationChoices,
  changes: NonNullable<NotificationSettingsInput['choices']>,
): NotificationChoices => {
  const changed = structuredClone(choices);
  for (const topic of notificationTopics)
    for (const channel of notificationChannels)
      changed[topic][channel] = changes[topic]?.[channel] ?? choices[topic][channel];
  return changed;
};

export const { query: notificationSettingsQuery, useSettings: useNotificationSettings } = optimisticSettings<
  NotificationSettings,
  NotificationSettingsInput
>({
  name: 'notification-settings',
  read: (signal) => call(notificationCalls.getNotificationSettings, undefined, { signal }),
  // Quiet hours and the time of the digest use this device's time zone.
  save: (changes) => call(notificationCalls.updateNotificationSettings, { body: { ...changes, timeZone: timeZone() } }),
  apply: (settings, { choices = {}, digest = settings.digest, quietHours = settings.quietHours }) => ({
    ...settings,
    digest,
    quietHours,
    choices: withChoices(settings.choices, choices),
  }),
});
