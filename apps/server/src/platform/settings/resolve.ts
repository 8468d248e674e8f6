import { brandPictures, type SettingName, settingNames, settingOf } from '@commons/contract/settings';
import { settingDefinitions, type SettingState, type SettingValues } from '@commons/contract/settings/schemas';
import type { Encryption } from './encryption.ts';
import { findBrokenRule } from './rules.ts';
import type { StoredSetting } from './settings.tables.ts';

/** The values that environment variables set. */
export type EnvironmentSettings = Partial<SettingValues>;

export type ResolvedSettings = {
  revision: number;
  values: SettingValues;
  states: Record<SettingName, SettingState>;
  /** Addresses of uploaded pictures. */
  pictures: { logo: string | undefined; icon: string | undefined };
  /** The settings of each broken rule, by its explanation. */
  conflicts: ReadonlyMap<string, readonly SettingName[]>;
};

/** The values without stored settings and environment. */
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].default]),
) as unknown as SettingValues;

const settingTitle = (name: SettingName): string => `“${settingOf(name).title}”`;

/** Returns whether the environment sets a setting or its parent setting. */
export const isLockedBy = (environment: EnvironmentSettings, name: SettingName): boolean => {
  const partOf = settingOf(name).partOf as SettingName | undefined;
  return environment[name] !== undefined || (partOf !== undefined && environment[partOf] !== undefined);
};

/** Returns the stored value, or the reason why it cannot be used. */
function readStored(
  name: SettingName,
  stored: StoredSetting,
  { decrypt }: Pick<Encryption, 'decrypt'>,
): { value?: unknown; problem?: string } {
  let { value } = stored;
  if (stored.encrypted) {
    value = decrypt(name, stored.encrypted)?.text;
    if (value === undefined) return { problem: 'It was encrypted with another session secret. Please enter it again.' };
  }
  if (value === null || value === undefined) return {};
  const parsed = settingDefinitions[name].schema.safeParse(value);
  return parsed.success
    ? { value: parsed.data }
    : { problem: `The stored value is not allowed: ${parsed.error.issues[0]?.message ?? 'unknown format'}.` };
}

/**
 * Merges the settings: a stored value replaces the default, and the environment replaces both. Ignores stored values
 * that cannot be read or that conflict with others, and explains why. So stored values never prevent a start. The
 * environment alone has been validated before.
 */
export function resolveSettings(
  environment: EnvironmentSettings,
  rows: readonly StoredSetting[],
  encryption: Pick<Encryption, 'decrypt'>,
): ResolvedSettings {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const panel: Partial<Record<SettingName, unknown>> = {};
  const problems = new Map<SettingName, string>();
  const conflicts = new Map<string, readonly SettingName[]>();
  for (const name of settingNames) {
    const stored = byName.get(name);
    if (!stored || isLockedBy(environment, name)) continue;
    const { value, problem } = readStored(name, stored, encryption);
    if (value !== undefined) panel[name] = value;
    if (problem) problems.set(name, problem);
  }
  const merge = () => ({ ...defaultSettings, ...panel, ...environment }) as SettingValues;
  for (let rule = findBrokenRule(merge()); rule; rule = findBrokenRule(merge())) {
    const ignored = rule.names.find((name) => name in panel);
    // The environment breaks the rule by itself. The start refuses that.
    if (ignored === undefined) break;
    delete panel[ignored];
    const message = rule.explain(settingTitle);
    problems.set(ignored, `It is not used. ${message}`);
    conflicts.set(message, rule.names);
  }
  const values = Object.freeze(merge());
  const stateOf = (name: SettingName): SettingState => ({
    source: environment[name] !== undefined ? 'environment' : name in panel ? 'panel' : 'default',
    isSet: values[name] !== undefined,
    isLocked: isLockedBy(environment, name),
    problem: problems.get(name) ?? null,
    changedAt: byName.get(name)?.changedAt.toISOString() ?? null,
  });
  const [logo, icon] = brandPictures.map((picture) => (byName.get(picture)?.value as string | null) ?? undefined);
  return {
    revision: Math.max(0, ...rows.map(({ revision }) => revision)),
    values,
    states: Object.fromEntries(settingNames.map((name) => [name, stateOf(name)])) as ResolvedSettings['states'],
    pictures: { logo, icon },
    conflicts,
  };
}
