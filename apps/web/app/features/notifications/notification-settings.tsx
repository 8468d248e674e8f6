import {
  fixedNotificationChoices,
  type NotificationChannel,
  notificationChannels,
  type NotificationTopic,
  notificationTopics,
} from '@commons/contract/notifications';
import { notificationCalls } from '@commons/contract/notifications/calls';
import type {
  NotificationChoices,
  NotificationSettings as Settings,
  NotificationSettingsInput,
} from '@commons/contract/notifications/schemas';
import { useId, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { timeZone } from '../../lib/locale.ts';
import { optimisticSettings } from '../../lib/optimistic-settings.ts';
import { Checkbox, Select } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadedSettings, SettingsRows } from '../../ui/settings-section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DeviceChoice } from './device-choice.tsx';

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

const savedSettings = optimisticSettings<Settings, NotificationSettingsInput>({
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

export const notificationSettingsQuery = savedSettings.query;

const topics: Record<NotificationTopic, string> = {
  reactions: 'Likes and cheers',
  comments: 'Comments on what I shared',
  replies: 'Replies where I commented',
  connections: 'Connections',
  events: 'Events I responded to',
  messages: 'Messages while I am away',
  moderation: 'From the moderators',
};

const channels: Record<NotificationChannel, string> = { inApp: 'Here', email: 'Email', push: 'Devices' };

const digestOptions: readonly { value: Settings['digest']; label: string }[] = [
  { value: 'off', label: 'As they happen' },
  { value: 'daily', label: 'Daily summary, each morning' },
  { value: 'weekly', label: 'Weekly summary, on Mondays' },
];

const defaultQuietHours = { from: '22:00', until: '07:00' };

/** Notification settings. Each change is saved at once. */
export function NotificationSettings() {
  const { query, choose } = savedSettings.useSettings();
  return (
    <LoadedSettings
      id="notifications"
      title="Notifications"
      text="“Here” means the bell. Emails and push messages never quote members."
      query={query}
      loading={<Skeleton className="h-96 rounded-control" />}
    >
      {(settings) => (
        <div className="flex flex-col gap-4">
          <Choices settings={settings} choose={choose} />
          <SettingsRows>
            <Select
              label="Email frequency"
              hint="Events and messages are always sent right away."
              options={digestOptions}
              value={settings.digest}
              onChange={({ target }) => choose({ digest: target.value as Settings['digest'] })}
            />
            <QuietHours settings={settings} choose={choose} />
            <DeviceChoice />
          </SettingsRows>
        </div>
      )}
    </LoadedSettings>
  );
}

type SettingsGroupProps = { settings: Settings; choose: (changes: NotificationSettingsInput) => void };

const isFixed = (topic: NotificationTopic, channel: NotificationChannel): boolean =>
  fixedNotificationChoices.some(([fixedTopic, fixedChannel]) => fixedTopic === topic && fixedChannel === channel);

/** Each row's label is above its checkboxes if large text leaves no room beside them. */
function Choices({ settings, choose }: SettingsGroupProps) {
  return (
    <div className="@container">
      <table className="w-full border-collapse text-sm @max-[16rem]:block">
        <caption className="sr-only">Notification settings</caption>
        <thead className="@max-[16rem]:block">
          <tr className="text-xs text-muted @max-[16rem]:grid @max-[16rem]:grid-cols-3">
            <th scope="col" className="@max-[16rem]:col-span-3">
              <span className="sr-only">Activity</span>
            </th>
            {notificationChannels.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-14 pb-1 text-center font-semibold @max-[16rem]:w-auto @min-[28rem]:w-20"
              >
                {channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-[16rem]:block">
          {notificationTopics.map((topic) => (
            <tr
              key={topic}
              className="border-t border-line @max-[16rem]:grid @max-[16rem]:grid-cols-3 @max-[16rem]:items-center"
            >
              <th
                scope="row"
                className="py-1 pe-2 text-start font-normal text-balance wrap-anywhere text-ink @max-[16rem]:col-span-3"
              >
                {topics[topic]}
              </th>
              {notificationChannels.map((channel) => (
                <td key={channel} className="p-0 text-center">
                  <Choice
                    topic={topic}
                    channel={channel}
                    isOn={settings.choices[topic][channel]}
                    onChoose={(isOn) => choose({ choices: { [topic]: { [channel]: isOn } } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChoiceProps = {
  topic: NotificationTopic;
  channel: NotificationChannel;
  isOn: boolean;
  onChoose: (isOn: boolean) => void;
};

/** A checkbox with a large click area. Fixed choices show a short text instead. */
function Choice({ topic, channel, isOn, onChoose }: ChoiceProps) {
  if (isFixed(topic, channel)) return <span className="text-xs text-muted">{fixedChoiceTexts[channel]}</span>;
  return (
    <span className="inline-flex min-h-11 min-w-11 items-center justify-center">
      <Checkbox
        label={<span className="sr-only">{`${topics[topic]}: ${channels[channel]}`}</span>}
        isBare
        checked={isOn}
        onChange={({ target }) => onChoose(target.checked)}
      />
    </span>
  );
}

/** Messages have their own badge in the app. Decisions are always mailed. */
const fixedChoiceTexts: Record<NotificationChannel, string> = { inApp: 'Badge only', email: 'Always', push: '' };

function QuietHours({ settings, choose }: SettingsGroupProps) {
  const id = useId();
  const { quietHours } = settings;
  const [problem, setProblem] = useState<string>();
  const updateQuietHours = (changes: Partial<typeof defaultQuietHours>) => {
    const next = { ...defaultQuietHours, ...quietHours, ...changes };
    const isValid = next.from !== '' && next.until !== '' && next.from !== next.until;
    setProblem(isValid ? undefined : 'Not saved: please choose two different times.');
    if (isValid) choose({ quietHours: next });
  };
  return (
    <div>
      <fieldset aria-describedby={id}>
        <legend className="text-sm font-semibold text-ink">Quiet hours</legend>
        <p id={id} className="mb-2 text-sm text-muted">
          Emails and push messages wait until quiet hours are over. Uses this device’s time zone.
        </p>
        <Checkbox
          label="Turn on quiet hours"
          checked={quietHours !== null}
          onChange={({ target }) => {
            setProblem(undefined);
            choose({ quietHours: target.checked ? defaultQuietHours : null });
          }}
        />
        {quietHours && (
          <div className="mt-2 flex flex-wrap gap-4">
            {(['from', 'until'] as const).map((end) => (
              <div key={end} className="w-32">
                <TextField
                  // Remounts the field after a failed save, to show the saved value.
                  key={quietHours[end]}
                  label={end === 'from' ? 'From' : 'Until'}
                  type="time"
                  defaultValue={quietHours[end]}
                  onBlur={({ target }) => target.value !== quietHours[end] && updateQuietHours({ [end]: target.value })}
                />
              </div>
            ))}
          </div>
        )}
        {quietHours && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </fieldset>
    </div>
  );
}
