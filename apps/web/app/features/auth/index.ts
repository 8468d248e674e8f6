export { useViewer, viewerQuery } from './viewer.api.ts';
