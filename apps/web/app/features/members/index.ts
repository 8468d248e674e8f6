export { BlockQuestion } from './block-question.tsx';
export { settingsQuery, useSettings } from './settings.api.ts';
