import type { SettingName } from '@commons/contract/settings';
import type { SettingValues } from '@commons/contract/settings/schemas';

/** A rule over several settings. It serves the environment and the panel, which name settings differently. */
type Rule = {
  names: readonly SettingName[];
  isBroken: (values: SettingValues) => boolean;
  explain: (nameOf: (name: SettingName) => string) => string;
};

const isPartial = (values: readonly unknown[]): boolean =>
  values.some((value) => value !== undefined) && !values.every((value) => value !== undefined);

/** The rules in the order in which a conflict is resolved: a later rule sees the result of the earlier ones. */
const rules: readonly Rule[] = [
  {
    names: ['oidcIssuerUrl', 'oidcClientId', 'oidcClientSecret'],
    isBroken: (values) => isPartial([values.oidcIssuerUrl, values.oidcClientId, values.oidcClientSecret]),
    explain: (nameOf) =>
      `${nameOf('oidcIssuerUrl')}, ${nameOf('oidcClientId')} and ${nameOf('oidcClientSecret')} must be set together. Set all three, or none to use email and password.`,
  },
  {
    names: ['oidcIssuerUrl', 'adminTwoFactor'],
    isBroken: (values) => values.oidcIssuerUrl !== undefined && values.adminTwoFactor === 'required',
    explain: (nameOf) =>
      `${nameOf('adminTwoFactor')} can be required only with passwords. With ${nameOf('oidcIssuerUrl')} remove it and require a second factor at the provider.`,
  },
  {
    names: ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'],
    isBroken: (values) => isPartial([values.s3Bucket, values.s3AccessKeyId, values.s3SecretAccessKey]),
    explain: (nameOf) =>
      `${nameOf('s3Bucket')}, ${nameOf('s3AccessKeyId')} and ${nameOf('s3SecretAccessKey')} must be set together. Set all three, or none to store files in DATA_DIR.`,
  },
  {
    names: ['backupFolder', 'backupBucket'],
    isBroken: (values) => values.backupFolder !== undefined && values.backupBucket !== undefined,
    explain: (nameOf) =>
      `${nameOf('backupFolder')} and ${nameOf('backupBucket')} cannot be combined. Set only one of them.`,
  },
  {
    names: ['backupBucket', 's3Bucket'],
    isBroken: (values) =>
      values.backupBucket !== undefined && (values.s3Bucket === undefined || values.backupBucket === values.s3Bucket),
    explain: (nameOf) =>
      `${nameOf('backupBucket')} must be a second bucket of the same S3 service. Set ${nameOf('s3Bucket')} and its keys to a different bucket.`,
  },
];

/** Returns the first broken rule. */
export const findBrokenRule = (values: SettingValues): Rule | undefined => rules.find((rule) => rule.isBroken(values));
