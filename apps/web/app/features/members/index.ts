export { settingsQuery, useUpdateSettings } from './settings.api.ts';
export { useMembersLive } from './use-members-live.ts';
