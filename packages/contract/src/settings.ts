import { defineErrors } from './problem.ts';

/** The groups of settings in the panel, in their order. */
export const settingGroups = [
  'identity',
  'joining',
  'members',
  'uploads',
  'mail',
  'storage',
  'sign-in',
  'backups',
  'pages',
  'operator',
  'updates',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

type Setting = {
  group: SettingGroup;
  title: string;
  /** The environment variable that wins over the panel. Newer settings have none. */
  variable?: string;
  /** Secrets are write-only: the API says only whether one is set. They are stored encrypted. */
  isSecret?: true;
  /** The setting that it belongs to. An environment that sets that one locks this one too. */
  partOf?: string;
  /** The setting with the server that receives this secret. A change of the server must include the secret again. */
  sentTo?: string;
};

/**
 * All settings that admins can change in the panel. `settings.schemas.ts` has their values. A setting with a variable
 * is locked in the panel while the environment sets the variable.
 */
export const settings = {
  productName: { group: 'identity', title: 'Name', variable: 'PRODUCT_NAME' },
  shortDescription: { group: 'identity', title: 'Short description' },
  accentColor: { group: 'identity', title: 'Accent color' },

  signUp: { group: 'joining', title: 'Sign-up', variable: 'SIGN_UP' },

  messagesFrom: { group: 'members', title: 'Messages to new members' },

  imageMegabytes: { group: 'uploads', title: 'Largest picture' },
  audioMegabytes: { group: 'uploads', title: 'Largest sound' },

  mailServer: { group: 'mail', title: 'Mail server', variable: 'SMTP_URL' },
  mailPassword: {
    group: 'mail',
    title: 'Password of the mail server',
    isSecret: true,
    sentTo: 'mailServer',
    partOf: 'mailServer',
  },
  mailFrom: { group: 'mail', title: 'Sender', variable: 'MAIL_FROM' },

  s3Endpoint: { group: 'storage', title: 'S3 endpoint', variable: 'S3_ENDPOINT', partOf: 's3Bucket' },
  s3Region: { group: 'storage', title: 'S3 region', variable: 'S3_REGION', partOf: 's3Bucket' },
  s3Bucket: { group: 'storage', title: 'S3 bucket', variable: 'S3_BUCKET' },
  s3AccessKeyId: { group: 'storage', title: 'S3 access key', variable: 'S3_ACCESS_KEY_ID', partOf: 's3Bucket' },
  s3SecretAccessKey: {
    group: 'storage',
    title: 'S3 secret key',
    variable: 'S3_SECRET_ACCESS_KEY',
    partOf: 's3Bucket',
    isSecret: true,
  },

  adminTwoFactor: { group: 'sign-in', title: 'Two-factor sign-in of admins', variable: 'ADMIN_TWO_FACTOR' },
  oidcIssuerUrl: { group: 'sign-in', title: 'OpenID issuer', variable: 'OIDC_ISSUER_URL' },
  oidcClientId: { group: 'sign-in', title: 'OpenID client ID', variable: 'OIDC_CLIENT_ID' },
  oidcClientSecret: {
    group: 'sign-in',
    title: 'OpenID client secret',
    variable: 'OIDC_CLIENT_SECRET',
    isSecret: true,
    sentTo: 'oidcIssuerUrl',
  },
  oidcName: { group: 'sign-in', title: 'Name of the OpenID provider', variable: 'OIDC_NAME' },

  backupFolder: { group: 'backups', title: 'Backup folder', variable: 'BACKUP_FOLDER' },
  backupBucket: { group: 'backups', title: 'Backup bucket', variable: 'BACKUP_BUCKET' },
  backupSchedule: { group: 'backups', title: 'Backup schedule', variable: 'BACKUP_SCHEDULE' },
  backupKeep: { group: 'backups', title: 'Backups to keep', variable: 'BACKUP_KEEP' },
  backupFor: { group: 'backups', title: 'Public keys of backups', variable: 'BACKUP_FOR' },
  backupWarnHours: { group: 'backups', title: 'Hours until a backup is late', variable: 'BACKUP_WARN_HOURS' },

  waitlistAccessCode: {
    group: 'pages',
    title: 'Access code of the waitlist page',
    variable: 'WAITLIST_ACCESS_CODE',
    isSecret: true,
  },
  bookAccessCode: {
    group: 'pages',
    title: 'Access code of the book list page',
    variable: 'BOOK_ACCESS_CODE',
    isSecret: true,
  },
  appStoreUrl: { group: 'pages', title: 'App store link', variable: 'APP_STORE_URL' },

  operatorName: { group: 'operator', title: 'Operator' },
  operatorAddress: { group: 'operator', title: 'Address of the operator' },
  operatorContact: { group: 'operator', title: 'Contact' },
  responsiblePerson: { group: 'operator', title: 'Responsible person' },
  staffedHours: { group: 'operator', title: 'Staffed hours' },

  updateCheck: { group: 'updates', title: 'Check for new versions' },
  setupChecklist: { group: 'updates', title: 'Setup checklist' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** Returns the definition of a setting with all optional properties. */
export const settingOf = (name: SettingName): Setting => settings[name];

export const signUpRules = ['open', 'invited', 'closed'] as const;
export type SignUpRule = (typeof signUpRules)[number];

/** Pictures of the community that admins upload. */
export const brandPictures = ['logo', 'icon'] as const;
export type BrandPicture = (typeof brandPictures)[number];

export const settingsErrors = defineErrors({
  'settings.changed_meanwhile': {
    status: 409,
    title: 'Somebody else changed the settings',
    detail:
      'The settings changed after you opened them. Nothing was saved. Please look at the new values and try again.',
  },
  'settings.locked': {
    status: 409,
    title: 'Set by the server',
    detail: 'The environment of the server sets this value, so it cannot be changed here. Nothing was saved.',
  },
  'settings.conflict': {
    status: 400,
    path: null,
    title: 'These settings do not fit together',
    detail: 'Please check the marked settings. Nothing was saved.',
  },
  'settings.two_factor_first': {
    status: 409,
    title: 'Please turn it on for yourself first',
    detail:
      'You would lose your rights as an admin. Please turn on two-factor sign-in in your own settings first. Nothing was saved.',
  },
  'settings.storage_unusable': {
    status: 400,
    path: 'changes.s3Bucket',
    title: 'The bucket cannot be used',
    detail: 'A test file could not be written, read and deleted in this bucket. Nothing was saved.',
  },
  'settings.storage_in_use': {
    status: 409,
    title: 'There are files in the present storage',
    detail:
      'Files can move from the server’s disk to a bucket, but not out of a bucket. Nothing was saved. The guide “Back up and restore” explains how to move all files.',
  },
});

export const settingsPaths = {
  getSettings: { method: 'GET', path: '/api/admin/settings' },
  changeSettings: { method: 'PATCH', path: '/api/admin/settings' },
  setBrandPicture: { method: 'PUT', path: '/api/admin/settings/{picture}' },
  removeBrandPicture: { method: 'DELETE', path: '/api/admin/settings/{picture}' },
  getCommunity: { method: 'GET', path: '/api/community' },
} as const;
