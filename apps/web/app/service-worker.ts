/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

const shellUrl = '/__spa-fallback.html';
const notConnectedUrl = '/not-connected.html';
/** The application's files and shell, and files of older versions that may still be needed. */
const applicationCacheName = 'application';
/** Entry with the client ids of the pages that were open when this version started. */
const olderPagesUrl = '/older-pages';
/** Deleted at sign-out, like all caches except those of public files (`shell/leave-device.ts`). */
const openedGuidesCacheName = 'opened-guides';

// oxlint-disable-next-line no-underscore-dangle -- the name of Workbox, which the build replaces by the list
const manifest = (self.__WB_MANIFEST as PrecacheEntry[]).map(({ url, revision = null }) => ({
  url: `/${url}`,
  revision,
}));
const currentFiles = new Set(manifest.map(({ url }) => url));
const isApplicationFile = ({ url }: { url: string }): boolean => url.endsWith('.js') || url === shellUrl;

// About 40 public files, such as crisis lines and articles, are cached at installation and must be complete. The
// application has six times as many, for members only.
precache(manifest.filter((file) => !isApplicationFile(file)));
cleanupOutdatedCaches();

// A new worker waits until no page of the old one is open, unless the user presses "Reload" (`shell/service-worker-registration.ts`).
self.addEventListener('message', (event) => {
  if (event.data === 'start') event.waitUntil(self.skipWaiting());
  if (event.data === 'keep-application') event.waitUntil(cacheApplication());
});
self.addEventListener('install', (event) => event.waitUntil(keepOlderFiles()));
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([recordOlderPages(), self.clients.claim()]));
});

/** Keeps styles and fonts that open pages of the previous version may still load. Its precache is deleted later. */
async function keepOlderFiles(): Promise<void> {
  if (!(await caches.has(applicationCacheName))) return;
  const application = await caches.open(applicationCacheName);
  for (const name of await caches.keys()) {
    if (!name.startsWith('workbox-precache')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      const isNeeded = pathname.startsWith('/assets/') && getCacheKeyForURL(pathname) === undefined;
      const file = isNeeded && (await cache.match(request));
      if (file) await application.put(request, file);
    }
  }
}

const findPages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function recordOlderPages(): Promise<void> {
  if (!(await caches.has(applicationCacheName))) return;
  const ids = (await findPages()).map(({ id }) => id);
  await (await caches.open(applicationCacheName)).put(olderPagesUrl, new Response(JSON.stringify(ids)));
}

const filesAtOnce = 6;

async function cacheApplication(): Promise<void> {
  const cache = await caches.open(applicationCacheName);
  const shellRevision = manifest.find(({ url }) => url === shellUrl)?.revision ?? '';
  const shellKey = `${shellUrl}?revision=${shellRevision}`;
  if (!(await cache.match(shellKey))) await fetchApplication(cache, shellKey);
  await removeOlderVersions(cache, shellKey);
}

/**
 * Caches the application for offline use. After an interruption, the next page continues where it stopped. The shell
 * comes last, because it refers to the other files. Until then, the shell of an older version is used.
 */
async function fetchApplication(cache: Cache, shellKey: string): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = manifest
    .filter((file) => isApplicationFile(file) && file.url !== shellUrl && !kept.has(file.url))
    .values();
  const fetchSome = async () => {
    for (const { url } of missing) await cache.add(url);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, fetchSome));
  const shell = await fetch(shellUrl, { cache: 'reload' });
  if (!shell.ok) throw new Error(`The server responded with ${shell.status}.`);
  const named = (await shell.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // The server may already have another version.
  if (!named.every((name) => currentFiles.has(name))) throw new Error('The shell has another version.');
  await cache.put(shellKey, shell);
}

/** Removes files of older versions, unless a page that was open when this version started may still load them. */
async function removeOlderVersions(cache: Cache, shellKey: string): Promise<void> {
  const noted = (await (await cache.match(olderPagesUrl))?.json()) as string[] | undefined;
  const older = new Set(noted);
  const isNeeded = (await findPages()).some(({ id }) => older.has(id));
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    const isOlderShell = pathname === shellUrl && pathname + search !== shellKey;
    const isOlderFile = pathname.startsWith('/assets/') && !currentFiles.has(pathname);
    if (isOlderShell || (isOlderFile && !isNeeded)) await cache.delete(request);
  }
}

/** Hashed files never change, so any cached copy is valid. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, url }) =>
    (await matchPrecache(url.pathname)) ??
    (await caches.match(url.pathname, { cacheName: applicationCacheName })) ??
    fetch(request),
);

/**
 * How long the network may take before a cached copy is shown. Shortest for the crisis page, because somebody may need
 * a number.
 */
const crisisTimeoutMilliseconds = 700;
const readingTimeoutMilliseconds = 3_000;
const pageTimeoutMilliseconds = 15_000;

const openedGuides = new NetworkFirst({
  cacheName: openedGuidesCacheName,
  networkTimeoutSeconds: readingTimeoutMilliseconds / 1000,
});

/** Printable guides are cached when opened. There is no fallback for others. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pdfs/'),
  async ({ event, request }) => {
    const answer = await openedGuides.handle({ event, request });
    if (answer.status < 500) return answer;
    return (await caches.match(request, { cacheName: openedGuidesCacheName })) ?? answer;
  },
);

/** Resolves with a usable network response. Rejects after the timeout or on a server error. */
const usableResponse = async (
  answer: Promise<Response>,
  isKept: boolean,
  timeoutMilliseconds: number,
): Promise<Response> => {
  const arriving = async () => {
    const response = await answer;
    if (response.status >= 500) throw new Error(`The server responded with ${response.status}.`);
    // The connection may stop in the middle of a page that is cached completely.
    if (isKept) await response.clone().arrayBuffer();
    return response;
  };
  return Promise.race([
    arriving(),
    // A navigation request does not accept a signal.
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The network timed out.')), timeoutMilliseconds);
    }),
  ]);
};

const timeoutFor = (pathname: string, isKept: boolean): number => {
  if (pathname === '/crisis') return crisisTimeoutMilliseconds;
  return isKept ? readingTimeoutMilliseconds : pageTimeoutMilliseconds;
};

const crisisFileUrl = '/crisis/index.html';
/** An admin may have changed a number since the page was cached. */
const crisisMaxAgeMilliseconds = 60 * 60 * 1000;

/** Caches the crisis page again if the copy is older than an hour. */
async function refreshCrisisPage(): Promise<void> {
  const key = getCacheKeyForURL(crisisFileUrl);
  const kept = await matchPrecache(crisisFileUrl);
  const cachedAt = Date.parse(kept?.headers.get('date') ?? '');
  if (key === undefined || Date.now() - cachedAt < crisisMaxAgeMilliseconds) return;
  // The file is the same for everyone.
  const response = await fetch(crisisFileUrl, { cache: 'no-cache', credentials: 'omit' });
  if (!response.ok || response.redirected) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith('workbox-precache')) continue;
    const cache = await caches.open(name);
    if (await cache.match(key)) await cache.put(key, response.clone());
  }
}

const findShell = () => caches.match(shellUrl, { cacheName: applicationCacheName, ignoreSearch: true });

/**
 * Pages come from the network and are never cached, because they can contain personal data. Without a usable response
 * the cached shell is used, or for visitors a page with links to cached pages. API calls are not intercepted.
 */
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request, url, event }) => {
    const pathname = url.pathname.replace(/\/$/, '');
    // Static pages, including the crisis page.
    const ownUrl = `${pathname}/index.html`;
    const isKept = getCacheKeyForURL(ownUrl) !== undefined;
    const answer = fetch(request);
    try {
      const response = await usableResponse(answer, isKept, timeoutFor(pathname, isKept));
      // There is a connection. Without one, the copy stays.
      event.waitUntil(refreshCrisisPage().catch(() => undefined));
      return response;
    } catch {
      const kept = await (isKept ? matchPrecache(ownUrl) : findShell());
      return kept ?? (await answer.catch(() => matchPrecache(notConnectedUrl))) ?? Response.error();
    }
  },
);

/** A form that the browser sends itself, because the form's script could not load. */
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  ({ request }) => fetch(request).catch(async () => (await matchPrecache(notConnectedUrl)) ?? Response.error()),
  'POST',
);

/** A push message: a text of ours without members' words, and a path. */
type Push = { title: string; body: string; tag: string; path: string };

const pushIn = (event: PushEvent): Push | undefined => {
  try {
    const { title, body, tag, path } = (event.data?.json() ?? {}) as Partial<Push>;
    return title && body && tag && path?.startsWith('/') && !path.startsWith('//')
      ? { title, body, tag, path }
      : undefined;
  } catch {
    return undefined;
  }
};

// A visible page shows the news itself. Notifications with the same tag replace each other.
self.addEventListener('push', (event) => {
  const push = pushIn(event);
  if (!push) return;
  const show = async () => {
    if ((await findPages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
    const { title, body, tag, path } = push;
    // `renotify`: a second message with the same tag alerts again, for example when an event changes twice.
    const shown = { body, tag, renotify: true, icon: '/brand/icon-192.png', data: { path } };
    await self.registration.showNotification(title, shown);
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  const open = async () => {
    const [page] = await findPages();
    if (!page) return self.clients.openWindow(path);
    await page.focus();
    return page.navigate(path);
  };
  // A page of an older worker cannot be navigated by this one.
  event.waitUntil(open().catch(() => self.clients.openWindow(path)));
});
