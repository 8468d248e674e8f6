import type { ServerBuild } from 'react-router';
import * as entry from './entry.server.tsx';
import { createPageRenderer } from './page-renderer.ts';

type TestRoute = { id: string; path?: string; module: object; css?: string[] };

/** Creates a renderer for some of the pages, from a server build as React Router's compiler creates it. */
export const createTestRenderer = (testRoutes: readonly TestRoute[]) => {
  const routes = Object.fromEntries(
    testRoutes.map((route) => [route.id, { ...route, hasLoader: 'loader' in route.module }]),
  );
  return createPageRenderer({
    entry: { module: entry },
    routes,
    assets: { entry: { imports: [], module: '' }, routes, url: '', version: '' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild);
};
