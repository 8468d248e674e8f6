import { z } from 'zod';
import { singleLine, textLines, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { imageLimits, mediaErrors } from './media.ts';
import { meditationLimits } from './meditations.ts';
import {
  brandPictures,
  type SettingName,
  settingNames,
  settingsErrors,
  settingsPaths,
  signUpRules,
} from './settings.ts';

const megabyte = 1024 * 1024;
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2000);
/** An attacker can try several hundred codes a day, so a code must not be a short word. */
const accessCode = z.string().min(6, 'must have at least 6 characters').max(200);
const text = (maxCharacters: number) => singleLine(maxCharacters).min(1, 'must not be empty');
const lines = (maxCharacters: number) => textLines(maxCharacters).min(1, 'must not be empty');

/** The lowest and highest number of each field of a cron schedule. Months and days of the week also have names. */
const cronFields = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i },
  { min: 0, max: 7, names: /^(?:sun|mon|tue|wed|thu|fri|sat)$/i },
] as const;

/** Returns whether the job queue understands a schedule. Another one would never run. */
function isCron(schedule: string): boolean {
  const fields = schedule.split(' ');
  const isValue = (value: string, field: (typeof cronFields)[number]) =>
    (/^\d{1,2}$/.test(value) && Number(value) >= field.min && Number(value) <= field.max) ||
    ('names' in field && field.names.test(value));
  const isRange = (range: string, field: (typeof cronFields)[number]) => {
    const [first = '', last = first, ...rest] = range.split('-');
    return rest.length === 0 && isValue(first, field) && isValue(last, field) && !(Number(first) > Number(last));
  };
  const isPart = (part: string, field: (typeof cronFields)[number]) => {
    const [range = '', step = '1', ...rest] = part.split('/');
    return rest.length === 0 && /^[1-9]\d?$/.test(step) && (range === '*' || isRange(range, field));
  };
  return (
    fields.length === cronFields.length &&
    cronFields.every((field, index) => fields[index]?.split(',').every((part) => isPart(part, field)))
  );
}

/** One setting: its values, its default (undefined if it has none), and its description for operators. */
type Definition<Schema extends z.ZodType, Default> = { schema: Schema; default: Default; description: string };

const optional = <Schema extends z.ZodType>(description: string, schema: Schema): Definition<Schema, undefined> => ({
  schema,
  default: undefined,
  description,
});
const withDefault = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  value: z.output<Schema>,
): Definition<Schema, z.output<Schema>> => ({ schema, default: value, description });

/** The values of all settings. The environment, the panel and the documentation are built from this table. */
export const settingDefinitions = {
  productName: withDefault('Product name that members see.', text(60), 'Mindful Commons'),
  shortDescription: optional('One sentence about the community, for search engines and shared links.', text(160)),
  accentColor: optional(
    'Color of buttons and links, as `#rrggbb`.',
    z
      .string()
      .toLowerCase()
      .regex(/^#[\da-f]{6}$/, 'must be a color such as #2f6f5e'),
  ),
  signUp: withDefault(
    '`open`: anyone can create an account. `invited`: only the first administrator and people whom an admin invites from the waitlist (`/waitlist-admin`). `closed`: only the first administrator. Everyone else is sent to the waitlist.',
    z.enum(signUpRules),
    'open',
  ),
  messagesFrom: withDefault(
    'Messages that a new member accepts until they choose: from all members, or only from their connections.',
    z.enum(['members', 'connections']),
    'members',
  ),
  imageMegabytes: withDefault(
    'Maximum size of an uploaded picture in megabytes.',
    z
      .int()
      .min(1)
      .max(imageLimits.maxBytes / megabyte),
    imageLimits.maxBytes / megabyte,
  ),
  audioMegabytes: withDefault(
    'Maximum size of an uploaded sound in megabytes.',
    z
      .int()
      .min(1)
      .max(meditationLimits.audioBytes / megabyte),
    meditationLimits.audioBytes / megabyte,
  ),
  mailServer: optional(
    'Mail server, with user name and password if it needs them. In the panel, the password has its own field. Unset: mails are written to `DATA_DIR/mails`.',
    z
      .string()
      .max(2000)
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  ),
  mailPassword: optional('Password of the mail server.', z.string().min(1).max(500)),
  mailFrom: withDefault('Sender of mails.', text(200).min(3), 'Mindful Commons <no-reply@localhost>'),
  s3Endpoint: optional('Endpoint of the S3 service. Unset: Amazon S3.', httpUrl),
  s3Region: withDefault('Region of the bucket.', text(100), 'us-east-1'),
  s3Bucket: optional(
    'Stores pictures and sounds in an S3 bucket instead of `DATA_DIR/media`. Requires both keys.',
    text(255),
  ),
  s3AccessKeyId: optional('Access key of the bucket.', text(500)),
  s3SecretAccessKey: optional('Secret key of the bucket.', text(500)),
  adminTwoFactor: withDefault(
    '`required`: an admin without two-factor sign-in has the rights of a member until they turn it on. With an OpenID provider, the provider must require the second factor.',
    z.enum(['optional', 'required']),
    'optional',
  ),
  oidcIssuerUrl: optional(
    'Issuer URL of an OpenID provider. Members sign in there instead of with email and password. Requires client ID and client secret.',
    httpUrl,
  ),
  oidcClientId: optional('Client ID at the OpenID provider.', text(500)),
  oidcClientSecret: optional('Client secret at the OpenID provider.', text(2000)),
  oidcName: withDefault('Name of the provider on the sign-in button.', text(60), 'your organisation'),
  backupFolder: optional('Folder for automatic backups. Cannot be combined with a backup bucket.', text(1000)),
  backupBucket: optional(
    'Bucket for automatic backups. Must be a second bucket on the S3 service of the files.',
    text(255),
  ),
  backupSchedule: withDefault(
    'Schedule of automatic backups in UTC, in cron format: minute, hour, day of month, month, day of week.',
    text(100).refine(isCron, 'must be five fields, as in 0 3 * * *'),
    '0 3 * * *',
  ),
  backupKeep: withDefault('Number of backups to keep.', z.int().min(1).max(1000), 14),
  backupFor: optional(
    'Public keys (`age1…`) that can decrypt backups. Unset: backups are not encrypted.',
    z.array(text(2000)).max(20),
  ),
  backupWarnHours: withDefault(
    'Warns admins when the last successful backup is older than this many hours.',
    z.int().min(1).max(8760),
    48,
  ),
  waitlistAccessCode: optional(
    'Access code of `/waitlist-admin`, case-sensitive. Derived from `SESSION_SECRET` and printed at the start if unset. Admins need no code.',
    accessCode,
  ),
  bookAccessCode: optional(
    'Access code of `/book-admin`, case-insensitive. Derived from `SESSION_SECRET` and printed at the start if unset. Admins need no code.',
    accessCode,
  ),
  appStoreUrl: optional(
    'Link to your app in an app store. Unset: `/dmtools` links to `/install`, which explains how to install from the browser.',
    z.url({ protocol: /^https$/, error: 'must be an https address' }).max(2000),
  ),
  operatorName: optional('Person or organisation that runs the community.', text(200)),
  operatorAddress: optional('Postal address of the operator.', lines(500)),
  operatorContact: optional('Email address, phone number or web address of the operator.', text(200)),
  responsiblePerson: optional('Name of the person responsible for the content.', text(200)),
  staffedHours: optional('Times at which somebody looks after the community.', lines(300)),
  updateCheck: withDefault(
    'Asks once a day whether a newer version exists. Sends no data of the community.',
    z.boolean(),
    false,
  ),
  setupChecklist: withDefault(
    'Shows admins a list of the steps that are left to set up the community, until all are done.',
    z.boolean(),
    true,
  ),
} as const satisfies Record<SettingName, Definition<z.ZodType, unknown>>;

type Definitions = typeof settingDefinitions;

/** The values of all settings. Optional settings without a value are undefined. */
export type SettingValues = {
  readonly [Name in SettingName]: z.output<Definitions[Name]['schema']> | Definitions[Name]['default'];
};

type ValueSchemas = { [Name in SettingName]: z.ZodNullable<Definitions[Name]['schema']> };
const nullableValues = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].schema.nullable()]),
) as ValueSchemas;

/** Some settings and their new values. Null restores the default. */
export const settingChanges = z.strictObject(nullableValues).partial();
export type SettingChanges = z.output<typeof settingChanges>;

const settingState = z.object({
  /** Where the value comes from. Settings of the environment cannot be changed in the panel. */
  source: z.enum(['default', 'panel', 'environment']),
  /** Whether there is a value. The only information about a secret. */
  isSet: z.boolean(),
  /** Whether the panel cannot change it. */
  isLocked: z.boolean(),
  /** Why a stored value is not used; null if it is. */
  problem: z.string().nullable(),
  changedAt: timestamp.nullable(),
});
export type SettingState = z.infer<typeof settingState>;

const states = z.object(
  Object.fromEntries(settingNames.map((name) => [name, settingState])) as Record<SettingName, typeof settingState>,
);

const picture = z.enum(brandPictures);
/** The address of a picture changes with the picture, so browsers may cache it for a year. */
const pictureUrls = { logoUrl: z.string().nullable(), iconUrl: z.string().nullable() };

export const settingsView = z
  .object({
    /** Grows with each change. A change names the revision that it is based on. */
    revision: z.int(),
    /** The values in use. Null if there is none. Secrets are always null. */
    values: z.object(nullableValues),
    /** The values without the panel and the environment. Null if a setting is then unset. */
    defaults: z.object(nullableValues),
    states,
    ...pictureUrls,
    /** Files that still wait to be copied to the bucket. */
    filesToMove: z.int(),
  })
  .meta({ id: 'Settings' });
export type SettingsView = z.infer<typeof settingsView>;

export const getSettings = endpoint({
  ...settingsPaths.getSettings,
  summary: 'Get the settings of the community, without secrets',
  replies: { 200: settingsView },
});

/** All changes are saved, or none. Every server uses them within two seconds. */
export const changeSettings = endpoint({
  ...settingsPaths.changeSettings,
  summary: 'Change settings of the community; null restores a default',
  body: z.strictObject({ revision: z.int().min(0), changes: settingChanges }),
  replies: { 200: settingsView },
  errors: settingsErrors,
});

const pictureParams = z.strictObject({ picture });

/** Multipart, one part `file`. */
export const setBrandPicture = endpoint({
  ...settingsPaths.setBrandPicture,
  summary: 'Change the logo or the icon of the community',
  params: pictureParams,
  replies: { 200: settingsView },
  errors: mediaErrors,
});

export const removeBrandPicture = endpoint({
  ...settingsPaths.removeBrandPicture,
  summary: 'Remove the logo or the icon of the community',
  params: pictureParams,
  replies: { 200: settingsView },
});

/** Public facts about the community. */
export const communityView = z
  .object({
    name: z.string(),
    shortDescription: z.string().nullable(),
    accentColor: z.string().nullable(),
    ...pictureUrls,
    signUp: z.enum(signUpRules),
    imageMegabytes: z.int(),
    audioMegabytes: z.int(),
  })
  .meta({ id: 'Community' });
export type CommunityView = z.infer<typeof communityView>;

export const getCommunity = endpoint({
  ...settingsPaths.getCommunity,
  summary: 'Get the name, colors and sign-up rule of the community',
  replies: { 200: communityView },
});
