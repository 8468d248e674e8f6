import { settingsCalls } from '@commons/contract/settings/calls';
import type { SettingsView } from '@commons/contract/settings/schemas';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';

/** No live frame reports changes by other admins, so each visit reads the settings again. */
export const communitySettingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => call(settingsCalls.getSettings, undefined, { signal }),
  ...staleOnVisit,
});

/** Whether members and visitors cannot see who runs the community, or how to reach them. */
export const isOperatorMissing = ({ values }: Pick<SettingsView, 'values'>): boolean =>
  values.operatorName === null || values.operatorContact === null;
