import { type SettingName, settingNames, settings } from '@commons/contract/settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import { OperatorError } from '../operator-error.ts';
import { environmentSettings, toCurrentSettings } from './current.ts';
import { createEncryption } from './encryption.ts';
import { resolveSettings } from './resolve.ts';
import { findBrokenRule } from './rules.ts';
import type { StoredSetting } from './settings.tables.ts';

/** Values of each setting: possible ones, values that conflict with others, and values that are not allowed. */
const samples: Partial<Record<SettingName, readonly string[]>> = {
  productName: ['The Garden', '', 'x'.repeat(61)],
  signUp: ['open', 'closed', 'sometimes'],
  mailServer: ['smtp://mail.test', 'smtps://ana:word@mail.test', 'mail.test', 'smtp://[::', 'smtp://a b'],
  mailPassword: ['word', '%', '🙂'],
  s3Bucket: ['files', 'backups'],
  s3AccessKeyId: ['key'],
  s3SecretAccessKey: ['secret'],
  s3Endpoint: ['http://files.test', 'files.test'],
  adminTwoFactor: ['optional', 'required'],
  oidcIssuerUrl: ['https://id.test', 'id.test'],
  oidcClientId: ['commons'],
  oidcClientSecret: ['secret'],
  backupFolder: ['/backups', 'backups'],
  backupBucket: ['backups', 'files'],
  backupSchedule: ['0 3 * * *', '0 25 * * *', '@daily'],
  backupKeep: ['7', '0', 'many'],
  backupFor: ['age1a, age1b', ''],
  appStoreUrl: ['https://apps.test', 'javascript:alert(1)'],
};
const names = Object.keys(samples) as SettingName[];

const encryption = createEncryption(['the present secret'], 'settings');
const lostEncryption = createEncryption(['a lost secret'], 'settings');

const change = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name as string),
    value: fc.oneof(fc.constantFrom(...(samples[name] ?? [])), fc.jsonValue()),
    form: fc.constantFrom('plain', 'encrypted', 'lost', 'damaged'),
  }),
);

function toRow({ name, value, form }: { name: string; value: unknown; form: string }, revision: number): StoredSetting {
  const encrypted =
    form === 'plain'
      ? null
      : form === 'damaged'
        ? Buffer.from(JSON.stringify(value))
        : (form === 'lost' ? lostEncryption : encryption).encrypt(name, JSON.stringify(value));
  return { name, value: encrypted ? null : value, encrypted, revision, changedAt: new Date() };
}

const environment = fc.dictionary(fc.constantFrom(...names), fc.nat(), { maxKeys: 3 }).map((chosen) =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([name, index]) => {
      const values = samples[name as SettingName] ?? [];
      const { variable } = settings[name as SettingName] as { variable?: string };
      return variable === undefined ? [] : [[variable, values[index % values.length] ?? '']];
    }),
  ),
);

/** The settings of an environment; undefined if the server would refuse it. */
function readEnvironment(variables: Record<string, string>) {
  try {
    return readConfiguration(variables).settings;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

test('after any changes and in any environment that the server accepts, the settings open and obey the rules', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), environment, (changes, variables) => {
      const fromEnvironment = readEnvironment(variables);
      fc.pre(fromEnvironment !== undefined);
      const rows = new Map(changes.map((each, revision) => [each.name, toRow(each, revision)]));
      const resolved = resolveSettings(fromEnvironment, [...rows.values()], encryption);
      expect(findBrokenRule(resolved.values)).toBeUndefined();
      // The environment wins.
      expect(resolved.values).toMatchObject(fromEnvironment);
      const current = toCurrentSettings(resolved);
      const unset = settingNames.filter((name) => resolved.states[name].source === 'default');
      const defaults = environmentSettings({});
      expect(unset.map((name) => current[name])).toEqual(unset.map((name) => defaults[name]));
    }),
    { numRuns: 1_000, seed: 41 },
  );
});
