/// <reference lib="webworker" />
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const shellUrl = '/__spa-fallback.html';
const assetCacheName = 'assets';
/** Goes when the member signs out, as every cache but that of public files does (`shell/leave-device.ts`). */
const openedGuidesCacheName = 'opened-guides';

// oxlint-disable-next-line no-underscore-dangle -- the name workbox-build looks for
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// A newer worker waits until no page of the older one is open: those still fetch their own hashed files from its cache.
// When it starts, nobody needs the files kept along the way any more; unless somebody pressed "Reload" in one of
// several pages (`shell/new-version.ts`).
let isAwaited = false;
self.addEventListener('message', (event) => {
  if (event.data === 'start') event.waitUntil(startNow());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([isAwaited || caches.delete(assetCacheName), self.clients.claim()]));
});

async function startNow(): Promise<void> {
  isAwaited = true;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1) await keepFilesOfOpenPages();
  await self.skipWaiting();
}

/** What only the older version has goes when this one starts: its pages find their files along the way. */
async function keepFilesOfOpenPages(): Promise<void> {
  const assets = await caches.open(assetCacheName);
  for (const name of (await caches.keys()).filter((each) => each.startsWith('workbox-precache'))) {
    const precached = await caches.open(name);
    for (const request of await precached.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/assets/') || getCacheKeyForURL(pathname) !== undefined) continue;
      const file = await precached.match(request);
      if (file) await assets.put(request, file);
    }
  }
}

/** Hashed files never change: the precached copy, else the network, kept for the next time. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (options) =>
    (await matchPrecache(options.url.pathname)) ?? new CacheFirst({ cacheName: assetCacheName }).handle(options),
);

/** How long the network may take before what is kept is shown: nobody waits for a number to call. */
const crisisPatienceMilliseconds = 700;
const readingPatienceMilliseconds = 3_000;
const pagePatienceMilliseconds = 15_000;

/** Guides to print are kept when they were opened. Nothing stands in for one that was not. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pdfs/'),
  new NetworkFirst({ cacheName: openedGuidesCacheName }),
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

/**
 * Pages come from the network and are never kept, since a page may belong to someone; only without a useful answer does
 * the precached shell, which belongs to nobody, stand in. Calls of the API are not touched at all.
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
      return (await matchPrecache(isKept ? ownUrl : shellUrl)) ?? answer;
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

const findPages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

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
