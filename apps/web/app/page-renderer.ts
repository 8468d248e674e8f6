import type { PlainPage } from '@commons/contract/plain-pages';
import type { PageRenderer, PageSettings, PublicPage } from '@commons/contract/rendered-pages';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { articles } from './features/self-help/articles.server.ts';
import type { DocumentSettings, PageHandle } from './lib/document.ts';
import { pageRequestContext } from './lib/page-data.ts';
import { readingThrough } from './lib/page-reads.server.ts';
import { paths } from './lib/paths.ts';
import { setBrand } from './lib/product.ts';
import style from './app.css?inline';

const notFoundPath = '/404';

/**
 * During a build, React Router answers requests with this header with the application without a screen. `renderShell`
 * pretends to be a build.
 */
const shellHeaders = { 'X-React-Router-SPA-Mode': 'yes' };

/** Creates the functions that render pages of a build. */
/** Decodes needless percent encoding, as React Router does. Mail programs encode hyphens, for example. */
function withoutNeedlessEncoding(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    return pathname;
  }
}

export function createPageRenderer(build: ServerBuild): PageRenderer {
  const handle = createRequestHandler(build);
  let settings: PageSettings = {
    productName: 'Mindful Commons',
    signUp: 'open',
    publicUrl: 'https://community.invalid',
  };

  const routes = Object.values(build.routes).flatMap((route) => route ?? []);
  const withParents = (id: string | undefined): typeof routes => {
    const route = routes.find((each) => each.id === id);
    return route ? [...withParents(route.parentId), route] : [];
  };
  const pages = routes
    .filter(({ id }) => routes.every(({ parentId }) => parentId !== id))
    .map(({ id, module }) => {
      const parts = withParents(id);
      return {
        // For example `/waitlist`, `/self-help/:slug` or `/profile/:id?`.
        path: `/${parts.flatMap((part) => part.path || []).join('/')}`,
        isPlain: parts.some((part) => (part.module.handle as PageHandle | undefined)?.isPlain),
        isRendered: module.loader !== undefined,
        isInMemberFrame: parts.some((part) => part.id === 'shell/frame'),
      };
    });
  const plainPaths = pages.filter(({ isPlain, path }) => isPlain && !/[:*]/.test(path)).map(({ path }) => path);
  const screens = pages
    .filter(({ isPlain }) => !isPlain)
    .map(({ path, isRendered, isInMemberFrame }) => ({
      pattern: new URLPattern({ pathname: path }),
      isRendered,
      // Visitors have their own page at `/`.
      isForMembers: isInMemberFrame && path !== paths.home,
    }));

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

  /** A visitor's `/` is the waitlist page. */
  const renderPublicPage = (page: PlainPage, document: Partial<DocumentSettings>) =>
    page.path === paths.home
      ? renderDocument(paths.waitlist, { ...document, isVisitorHome: true })
      : renderDocument(page.path + page.search, document);

  return {
    configurePages: (pageSettings) => {
      setBrand(pageSettings);
      settings = pageSettings;
    },

    findScreen: (pathname) =>
      screens.find(({ pattern }) => pattern.test({ pathname: withoutNeedlessEncoding(pathname) })),

    renderPage: (request) =>
      readingThrough(request.read, async () => {
        const context = new RouterContextProvider();
        const { nonce, viewerId, reportError } = request;
        context.set(pageRequestContext, { ...settings, isRendered: true, nonce, viewerId, reportError });
        const response = await handle(new Request(request.url, { signal: request.signal as AbortSignal }), context);
        const html = await response.bytes();
        // An address with the suffix `.data` returns the data of a page.
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        return isPage || response.status >= 500
          ? { status: response.status, html }
          : { status: 500, html: new Uint8Array() };
      }),

    renderPublicPages: async () => {
      const articlePaths = articles.map(({ slug }) => paths.selfHelpArticle(slug));
      const rendered: PublicPage[] = [];
      // One after the other, because the server also answers calls.
      for (const path of [paths.home, ...plainPaths, ...articlePaths, notFoundPath])
        rendered.push({ path, html: await renderPublicPage({ path, search: '' }, {}) });
      return rendered;
    },

    renderPlainPage: (page) => renderPublicPage(page, { plainPage: page }),

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
