export { healthDataConsent } from './consent.texts.ts';
export { EndSessionsButton } from './end-sessions-button.tsx';
export { useViewer, useViewerId, viewerQuery } from './viewer.api.ts';
