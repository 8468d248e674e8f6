import type { PageRenderer, PageSettings, PublicPage } from '@commons/contract/rendered-pages';
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { articles } from './features/self-help/articles.server.ts';
import type { DocumentSettings, PageHandle } from './lib/document.ts';
import { pageRequestContext } from './lib/page-data.ts';
import { readingThrough } from './lib/page-reads.server.ts';
import { paths } from './lib/paths.ts';
import { setProductName } from './lib/product.ts';
import style from './app.css?inline';

const notFoundPath = '/404';

/**
 * During a build, React Router answers requests with this header with the application without a screen. `renderShell`
 * pretends to be a build.
 */
const shellHeaders = { 'X-React-Router-SPA-Mode': 'yes' };

/** Creates the functions that render pages of a build. */
export function createPageRenderer(build: ServerBuild): PageRenderer {
  const handle = createRequestHandler(build);
  let settings: PageSettings = {
    productName: 'Mindful Commons',
    signUp: 'open',
    publicUrl: 'https://community.invalid',
  };

  const routesBelow = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, module }) => ({
        id,
        ...(path !== undefined && { path }),
        caseSensitive: true,
        handle: { ...(module.handle as PageHandle | undefined), hasLoader: module.loader !== undefined },
        ...(index === true ? { index } : { children: routesBelow(id) }),
      }));
  const routeTree = routesBelow(undefined);

  /** Returns the paths of the public pages below a route: `["/waitlist", "/self-help", "/self-help/:slug"]`. */
  const plainPathsOf = (route: RouteObject, parentPath = '', isParentPlain = false): string[] => {
    const isPlain = isParentPlain || (route.handle as PageHandle).isPlain === true;
    const path = route.path ? `${parentPath}/${route.path}` : parentPath;
    const own = isPlain && route.path && route.path !== '*' ? [path] : [];
    return [...own, ...(route.children ?? []).flatMap((child) => plainPathsOf(child, path, isPlain))];
  };
  const plainPaths = routeTree.flatMap((route) => plainPathsOf(route)).filter((path) => !path.includes(':'));

  /** Renders a document without reads. */
  const renderDocument = async (address: string, document: Partial<DocumentSettings>, headers = {}) => {
    const context = new RouterContextProvider();
    let failure: unknown;
    const reportError = (error: unknown) => (failure = error);
    context.set(pageRequestContext, {
      ...settings,
      isRendered: false,
      style,
      reportError,
      ...document,
    });
    const response = await handle(new Request(new URL(address, settings.publicUrl), { headers }), context);
    if (!response.ok) throw new Error(`The page ${address} could not be rendered.`, { cause: failure });
    return response.text();
  };

  return {
    configurePages: (pageSettings) => {
      setProductName(pageSettings.productName);
      settings = pageSettings;
    },

    findScreen: (pathname) => {
      const matches = matchRoutes(routeTree, pathname) ?? [];
      const handles = matches.map(({ route }) => route.handle as PageHandle & { hasLoader: boolean });
      if (handles.length === 0 || handles.some(({ isPlain }) => isPlain)) return undefined;
      return {
        isRendered: handles.at(-1)?.hasLoader === true,
        // Visitors have their own page at `/`.
        isForMembers: pathname !== paths.home && matches.some(({ route }) => route.id === 'shell/frame'),
      };
    },

    renderPage: (request) =>
      readingThrough(request.read, async () => {
        const context = new RouterContextProvider();
        const { nonce, viewerId, reportError } = request;
        context.set(pageRequestContext, { ...settings, isRendered: true, nonce, viewerId, reportError });
        const response = await handle(new Request(request.url, { signal: request.signal as AbortSignal }), context);
        const html = await response.text();
        // An address with the suffix `.data` returns the data of a page.
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        return isPage || response.status >= 500 ? { status: response.status, html } : { status: 500, html: '' };
      }),

    renderPublicPages: async () => {
      const addresses = [...plainPaths, ...articles.map(({ slug }) => paths.selfHelpArticle(slug)), notFoundPath];
      const rendered: PublicPage[] = [];
      // One after the other, because the server also answers calls.
      for (const path of addresses) rendered.push({ path, html: await renderDocument(path, {}) });
      return rendered;
    },

    renderPlainPage: (page) => renderDocument(page.path + page.search, { plainPage: page }),

    renderShell: async () => {
      const { module = '', imports = [] } = build.assets.routes['shell/frame'] ?? {};
      process.env['IS_RR_BUILD_REQUEST'] = 'yes';
      try {
        return await renderDocument(paths.home, { preloads: [module, ...imports] }, shellHeaders);
      } finally {
        delete process.env['IS_RR_BUILD_REQUEST'];
      }
    },
  };
}
