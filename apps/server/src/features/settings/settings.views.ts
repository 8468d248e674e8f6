import { settingNames, settingOf } from '@commons/contract/settings';
import { type CommunityView, settingDefinitions, type SettingsView } from '@commons/contract/settings/schemas';
import { countFilesToMove } from '../../platform/media/followed-storage.ts';
import type { CurrentSettings } from '../../platform/settings/current.ts';
import type { SettingsContext } from './settings.service.ts';

const defaults = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].default ?? null]),
) as SettingsView['defaults'];

/** Returns the settings without secrets. The address of a mail server may contain a password from the environment. */
export async function toSettingsView({
  settings,
  db,
  configuration: { dataDirectory },
}: SettingsContext): Promise<SettingsView> {
  const { current, states } = settings;
  const values = Object.fromEntries(
    settingNames.map((name) => [name, settingOf(name).isSecret ? null : (current[name] ?? null)]),
  ) as SettingsView['values'];
  return {
    revision: current.revision,
    values: { ...values, mailServer: withoutPassword(current.mailServer) },
    defaults,
    states: Object.fromEntries(
      settingNames.map((name) => [name, { ...states[name], isLocked: settings.isLocked(name) }]),
    ) as SettingsView['states'],
    logoUrl: current.logo ?? null,
    iconUrl: current.icon ?? null,
    filesToMove: await countFilesToMove(settings, db, dataDirectory),
  };
}

function withoutPassword(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}

export const toCommunityView = (current: CurrentSettings): CommunityView => ({
  name: current.productName,
  shortDescription: current.shortDescription ?? null,
  accentColor: current.accentColor ?? null,
  logoUrl: current.logo ?? null,
  iconUrl: current.icon ?? null,
  signUp: current.signUp,
  imageMegabytes: current.imageMegabytes,
  audioMegabytes: current.audioMegabytes,
});
