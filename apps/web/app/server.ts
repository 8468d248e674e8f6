import type { ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createPageRenderer } from './page-renderer.ts';

// React Router's prerendering reads these exports.
export * from 'virtual:react-router/server-build';

export const { configurePages, isRendered, needsSession, renderPage, renderShell } = createPageRenderer(
  build as ServerBuild,
);
