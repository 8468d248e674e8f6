export { BlockQuestion } from './block-question.tsx';
export { settingsQuery, useUpdateSettings } from './settings.api.ts';
