import type { PlainPage } from '@commons/contract/plain-pages';
import type { PageRequest, PageSettings, PublicPage, RenderedPage } from '@commons/contract/rendered-pages';
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from 'react-router';
import { articles } from './features/self-help/articles.server.ts';
import type { DocumentSettings, PageHandle } from './lib/document.ts';
import { pageRequestContext } from './lib/page-data.ts';
import { readingThrough } from './lib/page-reads.server.ts';
import { paths } from './lib/paths.ts';
import { setProductName } from './lib/product.ts';
import style from './app.css?inline';

type RouteTree = { id: string; path?: string; index?: boolean; children: RouteTree[] };

const notFoundPath = '/404';

/** React Router renders the application without a screen for requests with this header, if it believes to build. */
const shellHeaders = { 'X-React-Router-SPA-Mode': 'yes' };

/** Creates the functions that render pages of a build. */
export function createPageRenderer(build: ServerBuild) {
  const handle = createRequestHandler(build);
  let settings: PageSettings = {
    productName: 'Mindful Commons',
    signUp: 'open',
    publicUrl: 'https://community.invalid',
  };

  const allRoutes = Object.values(build.routes).filter((route) => route !== undefined);
  const routesBelow = (parentId: string | undefined): RouteTree[] =>
    allRoutes
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

  /** Returns a route and the routes around it, the outermost first. */
  const branchOf = (id: string): NonNullable<(typeof build.routes)[string]>[] => {
    const route = build.routes[id];
    if (route === undefined) return [];
    return [...(route.parentId === undefined ? [] : branchOf(route.parentId)), route];
  };
  const isPlain = (id: string): boolean =>
    branchOf(id).some(({ module }) => (module.handle as PageHandle | undefined)?.isPlain === true);
  const pages = allRoutes
    .filter(({ path, index }) => (path !== undefined && path !== '' && path !== '*') || index === true)
    .map(({ id }) => ({
      pattern: `/${branchOf(id)
        .flatMap(({ path = '' }) => (path === '' ? [] : [path]))
        .join('/')}`,
      isPlain: isPlain(id),
    }));

  /** Renders a document without reads. */
  const renderDocument = async (address: string, document: Partial<DocumentSettings>, headers = {}) => {
    const context = new RouterContextProvider();
    let failure: unknown;
    const reportError = (error: unknown) => (failure = error);
    context.set(pageRequestContext, {
      ...settings,
      isRendered: false,
      isForMember: false,
      style,
      reportError,
      ...document,
    });
    const response = await handle(new Request(new URL(address, settings.publicUrl), { headers }), context);
    if (!response.ok) throw new Error(`The page ${address} could not be rendered.`, { cause: failure });
    return response.text();
  };

  return {
    /** Applies the settings of the community. Called once, before the first page. */
    configurePages: (pageSettings: PageSettings): void => {
      setProductName(pageSettings.productName);
      settings = pageSettings;
    },

    /** The paths of the application's screens, as patterns: `["/", "/posts/:id", "/profile/:id?"]`. */
    screenPaths: pages.flatMap((page) => (page.isPlain ? [] : [page.pattern])),

    /** Whether the server renders the screen at a path: its route has a server `loader`. */
    isRendered: (pathname: string): boolean => {
      const screen = routesAt(pathname).at(-1);
      return screen !== undefined && !isPlain(screen.id) && build.routes[screen.id]?.module.loader !== undefined;
    },

    /** Whether the screen at a path is for members only. Visitors have their own page at `/`. */
    needsSession: (pathname: string): boolean =>
      pathname !== paths.home && routesAt(pathname).some(({ id }) => id === 'shell/frame'),

    /** Renders a page for a signed-in member. */
    renderPage: (request: PageRequest): Promise<RenderedPage> =>
      readingThrough(request.read, async () => {
        const context = new RouterContextProvider();
        const { nonce, reportError } = request;
        context.set(pageRequestContext, { ...settings, isRendered: true, isForMember: true, nonce, reportError });
        const response = await handle(new Request(request.url, { signal: request.signal as AbortSignal }), context);
        const html = await response.text();
        // An address with the suffix `.data` returns the data of a page.
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        return isPage || response.status >= 500 ? { status: response.status, html } : { status: 500, html: '' };
      }),

    /** Renders the pages that are the same for all visitors, or for all members. */
    renderPublicPages: async ({ isForMember }: { isForMember: boolean }): Promise<PublicPage[]> => {
      const addresses = [
        ...pages.flatMap(({ pattern, isPlain: isPage }) => (isPage && !pattern.includes(':') ? [pattern] : [])),
        ...articles.map(({ slug }) => paths.selfHelpArticle(slug)),
        notFoundPath,
      ];
      const rendered: PublicPage[] = [];
      // One after the other, because the server also answers calls.
      for (const path of addresses) rendered.push({ path, html: await renderDocument(path, { isForMember }) });
      return rendered;
    },

    /** Renders a page that works without JavaScript with the data for one visitor. */
    renderPlainPage: (page: PlainPage): Promise<string> => renderDocument(page.path + page.search, { plainPage: page }),

    /** Renders the document of the application without a screen. */
    renderShell: async ({ isForMember }: { isForMember: boolean }): Promise<string> => {
      const { module = '', imports = [] } = build.assets.routes['shell/frame'] ?? {};
      process.env['IS_RR_BUILD_REQUEST'] = 'yes';
      try {
        return await renderDocument(paths.home, { isForMember, preloads: [module, ...imports] }, shellHeaders);
      } finally {
        delete process.env['IS_RR_BUILD_REQUEST'];
      }
    },
  };
}
