import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { PlainPage, RenderPlainPage } from '@commons/contract/plain-pages';
import type { ServerBuild } from '@commons/contract/rendered-pages';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';
import { serveAssets } from './assets.ts';
import { watchEventLoop } from './event-loop.ts';
import { escapeHtml, type Page, sendPage } from './page-answers.ts';
import { isReserved, pagePath } from './page-readers.ts';
import type { FindPublished } from './published-assets.ts';
import { createRenderedPageSender } from './rendered-pages.ts';
import { isForSearchEngines, serveSearchEngines } from './search-engines.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const compress = promisify(brotliCompress);

const webDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Files of the build without an own path: the empty application and the 404 page. */
const applicationPage = '__spa-fallback.html';
const notFoundPage = '404.html';
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
  /** The prerendered pages by path. */
  prerendered: ReadonlyMap<string, Page>;
  /** Whether the application has a screen at this path. */
  hasScreen: (pathname: string) => boolean;
  /** Renders a page that works without JavaScript. */
  render: (page: PlainPage) => Promise<string>;
  /** Loads the part of the build that renders members' pages. */
  openBuild: () => Promise<ServerBuild>;
};

/** Reads the web build, each page with the policy for its inline scripts. Undefined if there is no build. */
export function readPages(community: OnPages, directory = webDirectory): Pages | undefined {
  const clientDirectory = path.join(directory, 'client');
  if (!existsSync(path.join(clientDirectory, applicationPage))) return undefined;
  const readBuilt = (file: string) => JSON.parse(readFileSync(path.join(directory, file), 'utf8')) as unknown;
  const hashes = readBuilt('csp.json') as Record<string, string[]>;
  const readHtml = (file: string) => forCommunity(readFileSync(path.join(clientDirectory, file), 'utf8'), community);
  const policyOf = (file: string) => pagePolicy(hashes[file] ?? []);
  const readPage = (file: string): Page => {
    const html = readHtml(file);
    const page = { policy: policyOf(file), isForSearchEngines: isForSearchEngines(html) };
    return { ...copyOf(html), ...page, forMembers: { ...copyOf(forMembers(html)), ...page } };
  };
  const application = readPage(applicationPage);
  const prerendered = Object.keys(hashes).filter((file) => ![applicationPage, notFoundPage].includes(file));
  const screens = (readBuilt('routes.json') as string[]).map((pathname) => new URLPattern({ pathname }));
  const load = async <Module>(file: string) => (await import(pathToFileURL(path.join(directory, file)).href)) as Module;
  let plainPages: Promise<{ renderPlainPage: RenderPlainPage }> | undefined;
  // Loaded on first use, because most requests do not need it.
  const openPlainPages = () => (plainPages ??= load('server-pages.js'));
  const preloads = readBuilt('preloads.json') as string[];
  let build: Promise<ServerBuild> | undefined;
  const loadBuild = async () => {
    const loaded = await load<ServerBuild>('server/index.js');
    const { productName, signUp, appStoreUrl } = community;
    loaded.configurePages({ productName, signUp, preloads, ...(appStoreUrl !== undefined && { appStoreUrl }) });
    return loaded;
  };
  return {
    directory: clientDirectory,
    publicUrl: community.publicUrl,
    application,
    notFound: readPage(notFoundPage),
    // By the public path, and by the file name, which the service worker requests.
    prerendered: new Map([
      ...prerendered.flatMap((file) => {
        const page = readPage(file);
        return [`/${file.replace(/\/?index\.html$/, '')}`, `/${file}`].map((address) => [address, page] as const);
      }),
      [`/${applicationPage}`, application],
    ]),
    hasScreen: (pathname) => screens.some((screen) => screen.test({ pathname })),
    render: async (page) => forCommunity((await openPlainPages()).renderPlainPage(page), community),
    openBuild: () =>
      (build ??= loadBuild().catch((error: unknown) => {
        // The next page tries again.
        build = undefined;
        throw error;
      })),
  };
}

/**
 * Serves the built web application: hashed assets, prerendered pages, members' screens rendered on request, the empty
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
    globIgnore: ['**/*.html', 'assets/**'],
    setHeaders(reply, file) {
      void reply.header('cache-control', 'public, no-cache');
      // A service worker uses the policy of its own script. The file may be the compressed variant.
      if (file.startsWith(path.join(pages.directory, serviceWorker)))
        void reply.header('content-security-policy', workerPolicy);
    },
  });

  const isBusy = watchEventLoop(app);
  const sendRenderedPage = createRenderedPageSender(pages.publicUrl);
  // Loaded before the first member needs it.
  app.addHook('onListen', () => {
    pages
      .openBuild()
      .catch((error: unknown) => app.log.error({ err: error }, 'the renderer of pages could not be loaded'));
  });

  serveSearchEngines(app, {
    pages: [...pages.prerendered.values()].map(({ html }) => html.toString()),
    publicUrl: pages.publicUrl,
  });

  app.setNotFoundHandler(async (request, reply) => {
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    const [pathname = '/'] = request.url.split('?', 1);
    if (!isNavigation || isReserved(pathname)) throw platformError('request.not_found');
    const isSignedInHome = pathname === '/' && request.viewer !== undefined;
    const isPrerendered = pages.prerendered.has(pagePath(request.url)) && !isSignedInHome;
    // Public pages do not depend on the renderer.
    if (!isPrerendered && pages.hasScreen(pagePath(request.url))) {
      const build = await pages.openBuild().catch((error: unknown) => {
        request.log.error({ err: error }, 'the page is sent without its content: the renderer could not be loaded');
        return undefined;
      });
      const isRenderedNow = request.method === 'GET' && request.viewer && build?.isRendered(pathname) && !isBusy();
      const sent = build && isRenderedNow ? await sendRenderedPage(build.renderPage, request, reply) : undefined;
      if (sent) return sent;
      if (request.isVisitor && build?.needsSession(pathname))
        return sendPage(request, reply.status(401), pages.application);
    }
    if (isSignedInHome || request.isViewerUnknown) return sendPage(request, reply, pages.application);
    const page = pageAt(pages, pathname);
    return sendPage(request, reply.status(page === pages.notFound ? 404 : 200), page);
  });
}

/** Finds the page of a path. A trailing slash is ignored, as in the application's router. */
function pageAt({ application, notFound, prerendered, hasScreen }: Pages, address: string): Page {
  const pathname = pagePath(address);
  return prerendered.get(pathname) ?? (hasScreen(pathname) ? application : notFound);
}

const copyOf = (html: string) => {
  let brotli: Promise<Buffer> | undefined;
  return { html: Buffer.from(html), brotli: () => (brotli ??= compress(html)) };
};

/** Marks a page for a signed-in member, so that the style sheet shows the member's navigation. */
const forMembers = (html: string): string => html.replace('<html', '<html data-viewer="member"');

/** Placeholders of the build for the community's name, address and app. */
const builtName = 'Mindful Commons';
const builtAddress = 'https://community.invalid';
const builtAppStore = 'https://app-store.invalid';
/** Replaces the app link if no app store link is configured: explains how to install from the browser. */
const installPath = '/install';

/**
 * Inserts the operator's settings: name, address, app link, and open or invited sign-up. The style sheet selects the
 * matching text by `data-sign-up`.
 */
function forCommunity(html: string, { productName, signUp, publicUrl, appStoreUrl }: OnPages): string {
  const name = escapeHtml(productName);
  const appStore = appStoreUrl === undefined ? '' : `<meta name="app-store" content="${escapeHtml(appStoreUrl)}"/>`;
  return html
    .replaceAll(builtAppStore, () => escapeHtml(appStoreUrl ?? installPath))
    .replaceAll(builtName, name)
    .replaceAll(builtAddress, escapeHtml(publicUrl))
    .replace('<html', `<html data-sign-up="${signUp}"`)
    .replace('<head>', () => `<head><meta name="product-name" content="${name}"/>${appStore}`);
}
