import { profileCalls } from '@commons/contract/profiles/calls';
import type { Settings } from '@commons/contract/profiles/schemas';
import { call } from '../../lib/api-client.ts';
import { optimisticSettings } from '../../lib/optimistic-settings.ts';

export const { query: settingsQuery, useSettings } = optimisticSettings<Settings, Partial<Settings>>({
  name: 'settings',
  read: (signal) => call(profileCalls.getSettings, undefined, { signal }),
  save: (changes) => call(profileCalls.updateSettings, { body: changes }),
  apply: (settings, changes) => ({ ...settings, ...changes }),
});
