export { useViewer, useViewerId, viewerQuery } from './viewer.api.ts';
