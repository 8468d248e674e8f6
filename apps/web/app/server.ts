import type { ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createPageRenderer } from './page-renderer.ts';

export { sharingPictures } from './shell/sharing-pictures.ts';

export const {
  configurePages,
  isRendered,
  needsSession,
  renderPage,
  renderPlainPage,
  renderPublicPages,
  renderShell,
  screenPaths,
} = createPageRenderer(build as ServerBuild);
