export { BlockQuestion } from './block-question.tsx';
export { onHiddenChange } from './hidden-changes.ts';
export { settingsQuery, useUpdateSettings } from './settings.api.ts';
export { useMembersLive } from './use-members-live.ts';
