import path from 'node:path';
import type { SettingValues } from '@commons/contract/settings/schemas';
import { type EnvironmentSettings, type ResolvedSettings, resolveSettings } from './resolve.ts';

/** The settings in use, and values that are derived from several settings. */
export type CurrentSettings = Readonly<ReturnType<typeof toCurrentSettings>>;

/** Derives the values that the server reads. */
export const toCurrentSettings = ({ revision, values, pictures }: ResolvedSettings) =>
  Object.freeze({
    ...values,
    revision,
    ...pictures,
    smtpUrl: smtpUrlOf(values),
    s3: s3Of(values),
    /** Destination and schedule of automatic backups; undefined if they are off. */
    backups: backupsOf(values),
    oidc: oidcOf(values),
  });

/** Returns the settings of the environment alone, for commands that run without a database. */
export const environmentSettings = (environment: EnvironmentSettings): CurrentSettings =>
  toCurrentSettings(resolveSettings(environment, [], { decrypt: () => undefined }));

function smtpUrlOf({ mailServer, mailPassword }: SettingValues): string | undefined {
  if (mailServer === undefined || mailPassword === undefined || !URL.canParse(mailServer)) return mailServer;
  const url = new URL(mailServer);
  url.password = encodeURIComponent(mailPassword);
  return url.href;
}

const s3Of = (values: SettingValues) =>
  values.s3Bucket && values.s3AccessKeyId && values.s3SecretAccessKey
    ? {
        endpoint: values.s3Endpoint,
        region: values.s3Region,
        bucket: values.s3Bucket,
        accessKeyId: values.s3AccessKeyId,
        secretAccessKey: values.s3SecretAccessKey,
      }
    : undefined;

const backupsOf = (values: SettingValues) =>
  values.backupFolder || values.backupBucket
    ? {
        folder: values.backupFolder && path.resolve(values.backupFolder),
        bucket: values.backupBucket,
        schedule: values.backupSchedule,
        keep: values.backupKeep,
        recipients: values.backupFor ?? [],
        warnHours: values.backupWarnHours,
      }
    : undefined;

const oidcOf = (values: SettingValues) =>
  values.oidcIssuerUrl && values.oidcClientId && values.oidcClientSecret
    ? {
        issuerUrl: values.oidcIssuerUrl,
        clientId: values.oidcClientId,
        clientSecret: values.oidcClientSecret,
        name: values.oidcName,
      }
    : undefined;
