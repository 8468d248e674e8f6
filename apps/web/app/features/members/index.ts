export { BlockQuestion } from './member-menu.tsx';
export { settingsQuery, useUpdateSettings } from './settings.api.ts';
