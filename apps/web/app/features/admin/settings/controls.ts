import type { SettingName } from '@commons/contract/settings';
import type { SettingChanges, SettingsView } from '@commons/contract/settings/schemas';
import type { ComponentProps, HTMLInputTypeAttribute } from 'react';

type Option = { value: string; label: string };

/** The control of a setting. Its text is what an admin types: an empty text restores the default. */
export type Control = {
  kind: 'line' | 'lines' | 'list' | 'number' | 'choice' | 'switch' | 'color';
  hint?: string;
  options?: readonly Option[];
  /** Attributes of the input of a line or a number. */
  input?: Pick<ComponentProps<'input'>, 'placeholder' | 'min' | 'max' | 'inputMode' | 'autoComplete'> & {
    type?: HTMLInputTypeAttribute;
  };
};

const line = (hint?: string, input: Control['input'] = {}): Control => ({
  kind: 'line',
  ...(hint !== undefined && { hint }),
  input,
});
const number = (hint: string, min: number, max: number): Control => ({ kind: 'number', hint, input: { min, max } });
const choice = (options: readonly Option[], hint?: string): Control => ({
  kind: 'choice',
  options,
  ...(hint !== undefined && { hint }),
});

/** A setting that is not listed here is one line of text. */
const controls: Partial<Record<SettingName, Control>> = {
  productName: line('Members see it in the header, in page titles and in emails.'),
  shortDescription: line('One sentence for search engines and shared links.'),
  accentColor: { kind: 'color' },

  signUp: choice([
    { value: 'open', label: 'Open: everyone who is 18 or over can join' },
    { value: 'invited', label: 'By invitation: people whom you invite from the waitlist' },
    { value: 'closed', label: 'Closed: visitors can only join the waitlist' },
  ]),
  messagesFrom: choice(
    [
      { value: 'members', label: 'From all members' },
      { value: 'connections', label: 'Only from their connections' },
    ],
    'Members can change this for themselves. Present members keep their choice.',
  ),
  imageMegabytes: number('In megabytes, from 1 to 10.', 1, 10),
  audioMegabytes: number('In megabytes, from 1 to 50.', 1, 50),

  mailServer: line('Its address, with the user name. Without a mail server, emails stay on this server.', {
    placeholder: 'smtps://mail.example.com',
    inputMode: 'url',
  }),
  mailFrom: line('Name and email address.', { placeholder: 'Garden <hi@example.com>' }),

  s3Endpoint: line('Empty for Amazon S3.', { type: 'url', placeholder: 'https://' }),
  s3Bucket: line(
    'Without a bucket, files stay on this server’s disk. Files move to a bucket by themselves, but not out of one.',
  ),

  adminTwoFactor: choice(
    [
      { value: 'optional', label: 'Optional' },
      { value: 'required', label: 'Required' },
    ],
    'If it is required, an admin without it has the rights of a member until they turn it on.',
  ),
  oidcIssuerUrl: line('With an OpenID provider, members sign in there instead of with a password.', {
    type: 'url',
    placeholder: 'https://',
  }),
  oidcName: line('The sign-in button says “Continue with” and this name.'),

  backupFolder: line('A folder of this server. Choose a folder or a bucket.'),
  backupBucket: line('A second bucket on the S3 service of the files.'),
  backupSchedule: line('In cron format and UTC: minute, hour, day of the month, month, day of the week.'),
  backupKeep: number('Older backups are deleted.', 1, 1000),
  backupFor: { kind: 'list', hint: 'One key (age1…) per line. Without a key, backups are not encrypted.' },
  backupWarnHours: number('Admins then see a warning.', 1, 8760),

  appStoreUrl: line('Without one, pages explain how to install the app from the browser.', {
    type: 'url',
    placeholder: 'https://',
  }),

  operatorAddress: { kind: 'lines', hint: 'The postal address.' },
  operatorContact: line('An email address, a phone number or a web address.'),
  responsiblePerson: line('The person responsible for the content.'),
  staffedHours: { kind: 'lines', hint: 'The times at which somebody looks after the community.' },

  updateCheck: {
    kind: 'switch',
    hint: 'Asks once a day whether a newer version exists. Sends no data of the community.',
  },
  setupChecklist: { kind: 'switch', hint: 'Shows the steps that are left above the list of members.' },
};

export const controlOf = (name: SettingName): Control => controls[name] ?? line();

type Value = SettingsView['values'][SettingName];

/** Returns the text of a value, as its control shows it. */
export const toText = (value: Value): string =>
  Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value);

/** Returns the value of a text. The server checks it. */
export function toValue(name: SettingName, text: string): SettingChanges[SettingName] {
  const { kind } = controlOf(name);
  if (text.trim() === '') return null;
  if (kind === 'number') return Number(text);
  if (kind === 'switch') return text === 'true';
  if (kind !== 'list') return text;
  return text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
