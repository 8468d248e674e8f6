import type { PageRequest, PageSettings, RenderedPage } from '@commons/contract/rendered-pages';
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from 'react-router';
import { pageRequestContext } from './lib/page-data.ts';
import { readingThrough } from './lib/page-reads.server.ts';
import { paths } from './lib/paths.ts';
import { setProductName } from './lib/product.ts';

type RouteTree = { id: string; path?: string; index?: boolean; children: RouteTree[] };

/** Creates the functions that render pages of a build. */
export function createPageRenderer(build: ServerBuild) {
  const handle = createRequestHandler(build);
  let settings: PageSettings = { productName: 'Mindful Commons', signUp: 'open', preloads: [] };

  const routesBelow = (parentId: string | undefined): RouteTree[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => ({
        id,
        ...(path !== undefined && { path }),
        ...(index === true ? { index, children: [] } : { children: routesBelow(id) }),
      }));
  const routeTree = routesBelow(undefined);
  const routesAt = (pathname: string): RouteTree[] =>
    (matchRoutes(routeTree as Parameters<typeof matchRoutes>[0], pathname) ?? []).map(
      ({ route }) => route as RouteTree,
    );

  return {
    /** Applies the settings of the community. Called once, before the first page. */
    configurePages: (pageSettings: PageSettings): void => {
      setProductName(pageSettings.productName);
      settings = pageSettings;
    },

    /** Whether the server renders the screen at a path: its route has a server `loader`. */
    isRendered: (pathname: string): boolean => {
      const screen = routesAt(pathname).at(-1);
      return screen !== undefined && build.routes[screen.id]?.module.loader !== undefined;
    },

    /** Whether the screen at a path is for members only. Visitors have their own page at `/`. */
    needsSession: (pathname: string): boolean =>
      pathname !== paths.home && routesAt(pathname).some(({ id }) => id === 'shell/frame'),

    /** Renders a page for a signed-in member. */
    renderPage: (request: PageRequest): Promise<RenderedPage> =>
      readingThrough(request.read, async () => {
        const context = new RouterContextProvider();
        const { nonce, reportError } = request;
        context.set(pageRequestContext, { ...settings, isForMember: true, nonce, reportError });
        const response = await handle(new Request(request.url, { signal: request.signal as AbortSignal }), context);
        const html = await response.text();
        // An address with the suffix `.data` returns the data of a page.
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        return isPage || response.status >= 500 ? { status: response.status, html } : { status: 500, html: '' };
      }),

    /** Renders the document of the application without a screen. Called by the build. */
    renderShell: async (): Promise<string> => {
      const request = new Request('http://localhost/', { headers: { 'X-React-Router-SPA-Mode': 'yes' } });
      return (await handle(request, new RouterContextProvider())).text();
    },
  };
}
