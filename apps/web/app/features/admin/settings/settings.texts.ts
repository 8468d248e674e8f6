import { type SettingName, settingOf } from '@commons/contract/settings';
import type { SettingsView } from '@commons/contract/settings/schemas';
import { plural } from '../../../lib/locale.ts';
import { controlOf, toText } from './controls.ts';

/** Returns a value in words. */
export function describeValue(name: SettingName, text: string): string {
  const { kind, options = [] } = controlOf(name);
  if (text === '') return 'Not set';
  if (kind === 'switch') return text === 'true' ? 'On' : 'Off';
  return options.find(({ value }) => value === text)?.label ?? text;
}

/** Explains why the panel cannot change a setting. */
export function lockReason(name: SettingName, { states }: SettingsView): string {
  const { partOf, variable } = settingOf(name);
  const locking = states[name].source === 'environment' ? variable : undefined;
  const parent = partOf as SettingName | undefined;
  const parentVariable = parent && states[parent].source === 'environment' ? settingOf(parent).variable : undefined;
  const cause = locking ?? parentVariable;
  return cause === undefined
    ? 'The panel cannot change settings on this server (PANEL_SETTINGS=off).'
    : `Set by the environment of the server (${cause}).`;
}

export type Difference = { name: SettingName; text: string };

/** Describes the settings that differ between two states. Secrets and unchanged values are left out. */
export function differencesOf(names: readonly SettingName[], before: SettingsView, after: SettingsView): Difference[] {
  return names.flatMap((name) => {
    const { title, isSecret } = settingOf(name);
    const [old, current] = [toText(before.values[name]), toText(after.values[name])];
    if (isSecret) return before.states[name].changedAt === after.states[name].changedAt ? [] : [{ name, text: title }];
    if (old === current) return [];
    return [{ name, text: `${title}: ${describeValue(name, current)} (before: ${describeValue(name, old)})` }];
  });
}

/** Sums up the setup list: "2 of 5 steps done". */
export const stepsDone = (done: number, all: number): string =>
  plural(all, { one: `${done} of # step done`, other: `${done} of # steps done` });

/** Formats a contrast: "6.4 : 1". */
export const contrastText = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`;

/** Explains a tone that differs from the chosen color. */
export const toneChange = (scheme: 'light' | 'dark', chosen: string, tone: string): string => {
  if (chosen === tone) return 'Your color, unchanged.';
  return scheme === 'light'
    ? 'Darker than your color, so that text is easy to read.'
    : 'Lighter than your color, so that text is easy to read.';
};

export const filesLeft = (count: number): string =>
  plural(count, {
    one: '# file still moves to the bucket.',
    other: '# files still move to the bucket.',
  });
