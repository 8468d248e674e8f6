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
/** The application's files, and its shell; and those of older versions that may still be needed. */
const applicationCacheName = 'application';
/** In that cache: the pages that were open when this version started, as the ids that they have with the browser. */
const olderPagesUrl = '/older-pages';
/** Goes when the member signs out, as every cache but those of public files does (`shell/leave-device.ts`). */
const openedGuidesCacheName = 'opened-guides';

// oxlint-disable-next-line no-underscore-dangle -- the name workbox-build looks for
const manifest = (self.__WB_MANIFEST as PrecacheEntry[]).map(({ url, revision = null }) => ({
  url: `/${url}`,
  revision,
}));
const ofThisVersion = new Set(manifest.map(({ url }) => url));
const isOfApplication = ({ url }: { url: string }): boolean => url.endsWith('.js') || url === shellUrl;

// What somebody in need reads comes with the worker: some 40 files, of which none may be missing. Those of the application
// are six times as many, for members alone.
precache(manifest.filter((file) => !isOfApplication(file)));
cleanupOutdatedCaches();

// A newer worker waits until no page of the older one is open, unless somebody presses "Reload" (`shell/new-version.ts`).
self.addEventListener('message', (event) => {
  if (event.data === 'start') event.waitUntil(self.skipWaiting());
  if (event.data === 'keep-application') event.waitUntil(keepApplication());
});
self.addEventListener('install', (event) => event.waitUntil(keepOlderVersion()));
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([noteOlderPages(), caches.delete('assets'), self.clients.claim()]));
});

/**
 * What is precached goes when the next version starts. The shell of the older one stands in until the newer one's is kept,
 * and pages may be open that fetch their files later. Workers of before kept the whole application there and in `assets`.
 */
async function keepOlderVersion(): Promise<void> {
  const hasApplication =
    (await caches.has(applicationCacheName)) || (await caches.match(shellUrl, { ignoreSearch: true })) !== undefined;
  if (!hasApplication) return;
  const application = await caches.open(applicationCacheName);
  for (const name of await caches.keys()) {
    if (!name.startsWith('workbox-precache') && name !== 'assets') continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      const isNeeded = pathname === shellUrl || pathname.startsWith('/assets/');
      const file = isNeeded && getCacheKeyForURL(pathname) === undefined && (await cache.match(request));
      if (file) await application.put(request, file);
    }
  }
}

const findPages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function noteOlderPages(): Promise<void> {
  if (!(await caches.has(applicationCacheName))) return;
  const ids = (await findPages()).map(({ id }) => id);
  await (await caches.open(applicationCacheName)).put(olderPagesUrl, new Response(JSON.stringify(ids)));
}

const filesAtOnce = 6;

async function keepApplication(): Promise<void> {
  const cache = await caches.open(applicationCacheName);
  const shellRevision = manifest.find(({ url }) => url === shellUrl)?.revision ?? '';
  const shellKey = `${shellUrl}?revision=${shellRevision}`;
  if (!(await cache.match(shellKey))) await fetchApplication(cache, shellKey);
  await removeOlderVersions(cache, shellKey);
}

/**
 * Fetches what the application needs without a connection. A line that drops costs only what was on its way; the next page
 * goes on from there. The shell comes last, since it asks for the others: until then that of an older version stands in,
 * whose files are still here.
 */
async function fetchApplication(cache: Cache, shellKey: string): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = manifest
    .filter((file) => isOfApplication(file) && file.url !== shellUrl && !kept.has(file.url))
    .values();
  const fetchSome = async () => {
    for (const { url } of missing) await cache.add(url);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, fetchSome));
  const shell = await fetch(shellUrl, { cache: 'reload' });
  if (!shell.ok) throw new Error(`The server answered ${shell.status}.`);
  const named = (await shell.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  // The server may be of another version by now.
  if (!named.every((name) => ofThisVersion.has(name))) throw new Error('The shell is of another version.');
  await cache.put(shellKey, shell);
}

/** Files stay while a page is open that was so when this version started, and may fetch them. */
async function removeOlderVersions(cache: Cache, shellKey: string): Promise<void> {
  const noted = (await (await cache.match(olderPagesUrl))?.json()) as string[] | undefined;
  const older = new Set(noted);
  const isNeeded = (await findPages()).some(({ id }) => older.has(id));
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    const isOlderShell = pathname === shellUrl && pathname + search !== shellKey;
    const isOlderFile = pathname.startsWith('/assets/') && !ofThisVersion.has(pathname);
    if (isOlderShell || (isOlderFile && !isNeeded)) await cache.delete(request);
  }
}

/** Hashed files never change: whichever copy is kept is right. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, url }) =>
    (await matchPrecache(url.pathname)) ??
    (await caches.match(url.pathname, { cacheName: applicationCacheName })) ??
    fetch(request),
);

/** How long the network may take before what is kept is shown: nobody waits for a number to call. */
const crisisPatienceMilliseconds = 700;
const readingPatienceMilliseconds = 3_000;
const pagePatienceMilliseconds = 15_000;

const openedGuides = new NetworkFirst({
  cacheName: openedGuidesCacheName,
  networkTimeoutSeconds: readingPatienceMilliseconds / 1000,
});

/** Guides to print are kept when they were opened. Nothing stands in for one that was not. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pdfs/'),
  async ({ event, request }) => {
    const answer = await openedGuides.handle({ event, request });
    if (answer.status < 500) return answer;
    return (await caches.match(request, { cacheName: openedGuidesCacheName })) ?? answer;
  },
);

/** Resolves with the network's useful answer; rejects when that takes too long, or the server cannot help now. */
const useful = async (answer: Promise<Response>, isKept: boolean, patienceMilliseconds: number): Promise<Response> => {
  const arriving = async () => {
    const response = await answer;
    if (response.status >= 500) throw new Error(`The server answered ${response.status}.`);
    // The line may stop half-way through a page of which there is a whole one here.
    if (isKept) await response.clone().arrayBuffer();
    return response;
  };
  return Promise.race([
    arriving(),
    // A navigation cannot be sent with a signal.
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The network takes too long.')), patienceMilliseconds);
    }),
  ]);
};

const patienceFor = (pathname: string, isKept: boolean): number => {
  if (pathname === '/crisis') return crisisPatienceMilliseconds;
  return isKept ? readingPatienceMilliseconds : pagePatienceMilliseconds;
};

const findShell = () => caches.match(shellUrl, { cacheName: applicationCacheName, ignoreSearch: true });

/**
 * Pages come from the network and are never kept, since a page may belong to someone; only without a useful answer does
 * the kept shell, which belongs to nobody, stand in, and for visitors a page that leads to what is kept. Calls of the API
 * are not touched at all.
 */
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request, url }) => {
    const pathname = url.pathname.replace(/\/$/, '');
    // The crisis page and others that are only read.
    const ownUrl = `${pathname}/index.html`;
    const isKept = getCacheKeyForURL(ownUrl) !== undefined;
    const answer = fetch(request);
    try {
      return await useful(answer, isKept, patienceFor(pathname, isKept));
    } catch {
      const kept = await (isKept ? matchPrecache(ownUrl) : findShell());
      return kept ?? (await answer.catch(() => matchPrecache(notConnectedUrl))) ?? Response.error();
    }
  },
);

/** What the server has a device show: our words, never a member's, and where it is read. */
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

// Whoever looks at the community sees it at the bell. One thing stands there once, however often it is sent.
self.addEventListener('push', (event) => {
  const push = pushIn(event);
  if (!push) return;
  const show = async () => {
    if ((await findPages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
    const { title, body, tag, path } = push;
    // `renotify`: what comes twice under one name is news twice, such as an event that changed again.
    const shown = { body, tag, renotify: true, icon: '/icon-192.png', data: { path } };
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
  // A page of an older worker is not ours to lead elsewhere.
  event.waitUntil(open().catch(() => self.clients.openWindow(path)));
});
