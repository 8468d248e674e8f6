import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { PlainPage } from '@commons/contract/plain-pages';
import type { ServerBuild } from '@commons/contract/rendered-pages';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';
import { serveAssets } from './assets.ts';
import { watchEventLoop } from './event-loop.ts';
import { type Page, sendPage } from './page-answers.ts';
import { isReserved, pagePath } from './page-readers.ts';
import type { FindPublished } from './published-assets.ts';
import { createRenderedPageSender } from './rendered-pages.ts';
import { isForSearchEngines, serveSearchEngines } from './search-engines.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const compress = promisify(brotliCompress);

const webDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Address of the empty application, for the service worker. */
const applicationPath = '/__spa-fallback.html';
const notFoundPath = '/404';
const serviceWorker = 'sw.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The built web application; undefined if only the API is served. */
    pages: Pages | undefined;
  }
}

/** Settings that appear on every page. The public URL has no trailing slash. */
type OnPages = Pick<Configuration, 'productName' | 'signUp' | 'appStoreUrl'> & { publicUrl: string };

export type Pages = {
  directory: string;
  publicUrl: string;
  application: Page;
  notFound: Page;
  /** The public pages by path. */
  publicPages: ReadonlyMap<string, Page>;
  /** Whether the application has a screen at this path. */
  hasScreen: (pathname: string) => boolean;
  /** Renders a public page with data for one visitor. */
  renderPlainPage: (page: PlainPage) => Promise<{ html: string; policy: string }>;
  /** The part of the build that renders members' pages. */
  build: ServerBuild;
};

/**
 * Loads the web build and renders the public pages, which then depend on nothing else. Returns undefined if there is no
 * build.
 */
export async function openPages(community: OnPages, directory = webDirectory): Promise<Pages | undefined> {
  const file = path.join(directory, 'server/index.js');
  if (!existsSync(file)) return undefined;
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const { productName, signUp, publicUrl, appStoreUrl } = community;
  build.configurePages({ productName, signUp, publicUrl, ...(appStoreUrl !== undefined && { appStoreUrl }) });

  const renderAll = async (isForMember: boolean): Promise<Map<string, string>> => {
    const pages = await build.renderPublicPages({ isForMember });
    const shell = await build.renderShell({ isForMember });
    return new Map([...pages.map((page) => [page.path, page.html] as const), [applicationPath, shell]]);
  };
  const [forVisitors, forMembers] = [await renderAll(false), await renderAll(true)];
  const toPage = (html: string, pathname: string): Page => {
    const page = { policy: pagePolicy(hashesOfScripts(html)), isForSearchEngines: isForSearchEngines(html) };
    return { ...copyOf(html), ...page, forMembers: { ...copyOf(forMembers.get(pathname) ?? html), ...page } };
  };
  const pages = new Map([...forVisitors].map(([pathname, html]) => [pathname, toPage(html, pathname)]));
  const pageAt = (pathname: string): Page => {
    const page = pages.get(pathname);
    if (!page) throw new Error(`The web build has no page ${pathname}.`);
    return page;
  };
  const screens = build.screenPaths.map((pathname) => new URLPattern({ pathname }));
  return {
    directory: path.join(directory, 'client'),
    publicUrl,
    application: pageAt(applicationPath),
    notFound: pageAt(notFoundPath),
    publicPages: new Map([
      // The service worker requests the page of a visitor by its file name.
      ...[...pages].flatMap(([pathname, page]) => [pathname, fileOf(pathname)].map((at) => [at, page] as const)),
      // A visitor's home page.
      ...['/', '/index.html'].map((pathname) => [pathname, pageAt('/waitlist')] as const),
    ]),
    hasScreen: (pathname) => screens.some((screen) => screen.test({ pathname })),
    renderPlainPage: async (page) => ({
      html: await build.renderPlainPage(page),
      // From the page without anybody's input.
      policy: pageAt(page.path).policy,
    }),
    build,
  };
}

const fileOf = (pathname: string): string => (pathname.endsWith('.html') ? pathname : `${pathname}/index.html`);

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Returns the hashes of a page's inline scripts as sources of its content security policy (CSP level 3, section 2.3.1). */
function hashesOfScripts(html: string): string[] {
  const scripts = [...html.matchAll(inlineScript)].map(([, script = '']) => script);
  return [...new Set(scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`))];
}

/**
 * Serves the built web application: hashed assets, public pages, members' screens rendered on request, the empty
 * application for all others, and the 404 page. A visitor's `/` is the waitlist page, a member's `/` the feed.
 */
export async function servePages(app: FastifyInstance, findPublished: FindPublished): Promise<void> {
  const { pages } = app;
  if (!pages) {
    app.log.warn('the web application is not built: only the API is served');
    app.setNotFoundHandler(async () => {
      throw platformError('request.not_found');
    });
    return;
  }

  serveAssets(app, path.join(pages.directory, 'assets'), findPublished);
  await app.register(staticFiles, {
    root: pages.directory,
    index: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    // A route for each file. All other addresses are pages or unknown.
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders(reply, file) {
      void reply.header('cache-control', 'public, no-cache');
      // A service worker uses the policy of its own script. The file may be the compressed variant.
      if (file.startsWith(path.join(pages.directory, serviceWorker)))
        void reply.header('content-security-policy', workerPolicy);
    },
  });

  const isBusy = watchEventLoop(app);
  const sendRenderedPage = createRenderedPageSender(pages.publicUrl);
  serveSearchEngines(app, {
    pages: [...pages.publicPages.values()].map(({ html }) => html.toString()),
    publicUrl: pages.publicUrl,
  });

  app.setNotFoundHandler(async (request, reply) => {
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    const [pathname = '/'] = request.url.split('?', 1);
    if (!isNavigation || isReserved(pathname)) throw platformError('request.not_found');
    const isSignedInHome = pagePath(request.url) === '/' && request.viewer !== undefined;
    const isPublic = pages.publicPages.has(pagePath(request.url)) && !isSignedInHome;
    if (!isPublic && pages.hasScreen(pagePath(request.url))) {
      const isRenderedNow = request.method === 'GET' && request.viewer && pages.build.isRendered(pathname) && !isBusy();
      const sent = isRenderedNow ? await sendRenderedPage(pages.build.renderPage, request, reply) : undefined;
      if (sent) return sent;
      if (request.isVisitor && pages.build.needsSession(pathname))
        return sendPage(request, reply.status(401), pages.application);
    }
    if (isSignedInHome || request.isViewerUnknown) return sendPage(request, reply, pages.application);
    const page = pageAt(pages, pathname);
    return sendPage(request, reply.status(page === pages.notFound ? 404 : 200), page);
  });
}

/** Finds the page of a path. A trailing slash is ignored, as in the application's router. */
function pageAt({ application, notFound, publicPages, hasScreen }: Pages, address: string): Page {
  const pathname = pagePath(address);
  return publicPages.get(pathname) ?? (hasScreen(pathname) ? application : notFound);
}

const copyOf = (html: string) => {
  let brotli: Promise<Buffer> | undefined;
  return { html: Buffer.from(html), brotli: () => (brotli ??= compress(html)) };
};
