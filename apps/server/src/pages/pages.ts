import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { PlainPage } from '@commons/contract/plain-pages';
import type { PageRenderer, PageSettings } from '@commons/contract/rendered-pages';
import { type TextName, textNames } from '@commons/contract/texts';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { renderMarkdown, type Texts } from '../community/texts/index.ts';
import { platformError } from '../platform/errors.ts';
import { pagePolicy, workerPolicy } from '../platform/http/security-headers.ts';
import { suspensionPath } from '../platform/sessions/suspension.ts';
import type { CurrentSettings } from '../platform/settings/current.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { serveAssets } from './assets.ts';
import { createMemberCount } from './member-count.ts';
import type { FindPublished } from './published-assets.ts';
import { createRenderedPageSender } from './rendered-pages.ts';
import { sameOriginPath } from './same-origin-path.ts';
import { isForSearchEngines, serveSearchEngines } from './search-engines.ts';
import { serveSecurityContact } from './security-contact.ts';
import {
  compressFast,
  memberAttribute,
  type PageCopy,
  type PreparedPage,
  sendPage,
  sendSignInPage,
  withRootAttributes,
} from './send-page.ts';

const compress = promisify(brotliCompress);

const webDirectory = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Address of the app shell, for the service worker. */
const applicationPath = '/__spa-fallback.html';
const notFoundPath = '/404';
const serviceWorker = 'sw.js';

/** Paths that are never answered with a page. */
const reserved = /^\/(?:api|assets|audio|media|pdfs)(?:\/|$)/;

/** Pages that redirect signed-in members to the page they asked for. */
const signInPaths = new Set(['/login', '/signup']);

/** Visitors' pages with the number of members. */
const landingPaths = new Set(['/', '/waitlist']);

/** Above this mean delay of the event loop, the server has no time to render pages. */
const maxRenderDelayMilliseconds = 100;

declare module 'fastify' {
  interface FastifyInstance {
    /** The built web application; undefined if only the API is served. */
    pages: Pages | undefined;
  }
}

/** Settings that appear on every page. */
type PageSettingsSource = {
  readonly current: Pick<
    CurrentSettings,
    'productName' | 'shortDescription' | 'accentColor' | 'logo' | 'icon' | 'signUp' | 'appStoreUrl'
  > &
    Partial<
      Pick<
        CurrentSettings,
        'operatorName' | 'operatorAddress' | 'operatorContact' | 'responsiblePerson' | 'staffedHours'
      >
    >;
  onChange?: Settings['onChange'];
};

/** The number of members on the landing page, and the texts that admins wrote. */
type PageContent = {
  countMembers: () => Promise<number>;
  texts?: Texts;
  reportError: (error: unknown) => void;
};

export type Pages = {
  directory: string;
  application: PreparedPage;
  notFound: PreparedPage;
  /** The public pages by path. */
  publicPages: ReadonlyMap<string, PreparedPage>;
  /** Counts the members again if a page that shows their number has an old one. Call it for each visit. */
  refreshMemberCount: (pathname: string) => void;
  /** Prepares a variant of a public page that depends on its address. */
  preparePage: (page: PlainPage) => Promise<PreparedPage>;
  /** Renders a public page with data for one visitor. */
  renderPlainPage: (page: PlainPage) => Promise<{ html: string; policy: string }>;
  /** The part of the build that renders members' pages. */
  build: PageRenderer;
};

/**
 * Loads the web build and renders the public pages, which then depend on nothing else. Returns undefined if there is no
 * build.
 */
export async function openPages(
  settings: PageSettingsSource,
  /** Without a trailing slash. */
  publicUrl: string,
  { countMembers, texts, reportError }: PageContent,
  directory = webDirectory,
): Promise<Pages | undefined> {
  const file = path.join(directory, 'server/index.js');
  if (!existsSync(file)) return undefined;
  const build = (await import(pathToFileURL(file).href)) as PageRenderer;
  let shownCount: number | undefined;
  const shownSettings = (): Omit<PageSettings, 'publicUrl' | 'memberCount'> => {
    const { current } = settings;
    const { productName, shortDescription, accentColor, logo, icon, signUp, appStoreUrl } = current;
    return {
      productName,
      signUp,
      ...(shortDescription !== undefined && { shortDescription }),
      ...(accentColor !== undefined && { accentColor }),
      ...(logo !== undefined && { logoUrl: logo }),
      ...(icon !== undefined && { iconUrl: icon }),
      ...(appStoreUrl !== undefined && { appStoreUrl }),
      operator: {
        name: current.operatorName,
        address: current.operatorAddress,
        contact: current.operatorContact,
        responsiblePerson: current.responsiblePerson,
        staffedHours: current.staffedHours,
      },
      ...(texts && editedContent(texts, productName)),
    };
  };
  let shown = shownSettings();
  const configure = () => {
    shown = shownSettings();
    build.configurePages({ ...shown, publicUrl, ...(shownCount !== undefined && { memberCount: shownCount }) });
  };

  const pages = new Map<string, PreparedPage>();
  const pageAt = (pathname: string): PreparedPage => {
    const page = pages.get(pathname);
    if (!page) throw new Error(`The web build has no page ${pathname}.`);
    return page;
  };
  const publicPages = new Map<string, PreparedPage>();
  const setPage = (pathname: string, page: PreparedPage) => {
    pages.set(pathname, page);
    if (pathname === notFoundPath) return;
    for (const address of [pathname, fileOf(pathname)]) publicPages.set(address, page);
  };
  const renderAll = async () => {
    configure();
    for (const { path, html } of await build.renderPublicPages()) setPage(path, toPage(html));
    setPage(applicationPath, toPage(await build.renderShell()));
  };
  await renderAll();

  const refresh = await createMemberCount({
    count: countMembers,
    render: async (memberCount) => {
      shownCount = memberCount;
      configure();
      for (const path of landingPaths) setPage(path, toPage(await build.renderPlainPage({ path, search: '' })));
    },
    reportError,
  });
  let rendering = Promise.resolve();
  /** Renders one change after the other, so that an older page never replaces a newer one. */
  const renderChanges = () => {
    rendering = rendering
      .catch(() => {})
      .then(async () => {
        // Most settings are on no page.
        if (!isDeepStrictEqual(shown, shownSettings())) await renderAll();
      });
    return rendering;
  };
  settings.onChange?.(renderChanges);
  texts?.onChange(renderChanges);
  return {
    directory: path.join(directory, 'client'),
    get application() {
      return pageAt(applicationPath);
    },
    get notFound() {
      return pageAt(notFoundPath);
    },
    publicPages,
    refreshMemberCount: (pathname) => {
      if (landingPaths.has(pathname)) refresh();
    },
    preparePage: async (page) => toPage(await build.renderPlainPage(page)),
    renderPlainPage: async (page) => ({
      html: await build.renderPlainPage(page),
      // From the page without anybody's input.
      policy: pageAt(page.path).policy,
    }),
    build,
  };
}

/** Returns the texts and crisis lines that replace the shipped ones. */
function editedContent(
  { current: { versions, markdownOf, crisisCountries } }: Texts,
  product: string,
): Pick<PageSettings, 'editedPages' | 'crisisCountries'> {
  const editedPages: Partial<Record<TextName, { html: string; publishedAt: string }>> = {};
  for (const name of textNames) {
    const markdown = markdownOf(name);
    const version = versions.get(name);
    if (markdown === undefined || !version) continue;
    editedPages[name] = { html: renderMarkdown(markdown, { product }), publishedAt: version.publishedAt.toISOString() };
  }
  return { editedPages, ...(crisisCountries && { crisisCountries }) };
}

const fileOf = (pathname: string): string =>
  pathname.endsWith('.html') ? pathname : `${pathname.replace(/\/$/, '')}/index.html`;

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Returns the hashes of inline elements as sources of the page's content security policy (CSP level 3, section 2.3.1). */
function hashesOf(element: RegExp, html: string): string[] {
  const texts = [...html.matchAll(element)].map(([, text = '']) => text);
  return [...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}

type PagesOptions = { publicUrl: string; settings: Pick<Settings, 'current'>; findPublished: FindPublished };

/**
 * Serves the built web application: hashed assets, public pages, members' screens rendered on request, the app
 * shell for all others, and the 404 page. A visitor's `/` is the waitlist page, a member's `/` the feed.
 */
export async function servePages(
  app: FastifyInstance,
  { publicUrl, settings, findPublished }: PagesOptions,
): Promise<void> {
  const { pages } = app;
  const publicPages = [...(pages?.publicPages.values() ?? [])];
  serveSecurityContact(app, { publicUrl, settings });
  serveSearchEngines(app, { pages: publicPages.map(({ html }) => html), publicUrl });
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
    // The manifest has the name and icon of the community.
    globIgnore: ['assets/**', 'manifest.webmanifest'],
    setHeaders(reply, file) {
      void reply.header('cache-control', 'public, no-cache');
      // A service worker uses the policy of its own script. The file may be the compressed variant.
      if (file.startsWith(path.join(pages.directory, serviceWorker)))
        void reply.header('content-security-policy', workerPolicy);
    },
  });

  const isBusy = () => app.memoryUsage().eventLoopDelay > maxRenderDelayMilliseconds;
  const sendRenderedPage = createRenderedPageSender(publicUrl, pages.build.renderPage);

  app.setNotFoundHandler(async (request, reply) => {
    const [address = '/'] = request.url.split('?', 1);
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    if (!isNavigation || reserved.test(address)) throw platformError('request.not_found');
    const pathname = address.replace(/(?<=.)\/$/, '');
    const publicPage = pages.publicPages.get(pathname);
    const screen = pages.build.findScreen(pathname);
    if (pathname !== address && (publicPage || screen) && !pathname.startsWith('//'))
      return reply.redirect(pathname + request.url.slice(address.length), 308);

    // Files are the same for everyone. The service worker requests the page of a visitor by its file name.
    const isFile = !screen && /\.\w+$/.test(pathname);
    const { isSuspended } = isFile ? { isSuspended: false } : await app.findPageViewer(request, reply);
    if (isSuspended && screen && pathname !== suspensionPath)
      return reply.header('cache-control', 'no-store').redirect(suspensionPath, 302);
    if (request.viewer && signInPaths.has(pathname)) {
      const { returnTo } = request.query as { returnTo?: unknown };
      const next = sameOriginPath(typeof returnTo === 'string' ? returnTo : undefined);
      return reply.header('cache-control', 'no-store').redirect(next, 303);
    }

    const isForVisitor = publicPage && (!screen || request.isVisitor);
    if (isForVisitor) pages.refreshMemberCount(pathname);
    if (screen && !isForVisitor) {
      const isSent = screen.isRendered && !isBusy() && (await sendRenderedPage(request, reply));
      if (isSent) return reply;
      return request.isVisitor && screen.isForMembers
        ? sendSignInPage(request, reply.status(401), pages.application)
        : sendPage(request, reply, pages.application);
    }
    return sendPage(request, reply.status(publicPage ? 200 : 404), publicPage ?? pages.notFound);
  });
}

/** Prepares a public page. The copies for visitors and for members with the usual settings are kept. */
function toPage(html: string): PreparedPage {
  const kept = new Map(['', memberAttribute].map((attributes) => [attributes, keptCopy(html, attributes)]));
  const copyWith = (attributes: string): PageCopy => kept.get(attributes) ?? copyOf(html, attributes);
  const policy = pagePolicy({ scripts: hashesOf(inlineScript, html), styles: hashesOf(inlineStyle, html) });
  return { html, policy, isForSearchEngines: isForSearchEngines(html), copyWith };
}

const copyOf = (html: string, attributes: string): PageCopy => {
  const copy = Buffer.from(withRootAttributes(html, attributes));
  return { html: copy, brotli: () => compressFast(copy) };
};

/** Compresses the page well, on first use: compressing all pages would delay the start. */
function keptCopy(html: string, attributes: string): PageCopy {
  const copy = copyOf(html, attributes);
  let brotli: Promise<Buffer> | undefined;
  return { ...copy, brotli: () => (brotli ??= compress(copy.html)) };
}
