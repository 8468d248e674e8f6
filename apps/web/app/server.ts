import type { ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createPageRenderer } from './page-renderer.ts';

export { sharingPictures } from './shell/sharing-pictures.ts';

export const { configurePages, findScreen, renderPage, renderPlainPage, renderPublicPages, renderShell } =
  createPageRenderer(build as ServerBuild);
