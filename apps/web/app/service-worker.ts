/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const shellUrl = '/__spa-fallback.html';
const crisisUrl = '/crisis/index.html';
const assetCacheName = 'assets';

// oxlint-disable-next-line no-underscore-dangle -- the name workbox-build looks for
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// A newer worker waits until no page of the older one is open: those still fetch their own hashed files from its cache.
// When it starts, nobody needs the files kept along the way any more.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([caches.delete(assetCacheName), self.clients.claim()]));
});

/** Hashed files never change: the precached copy, else the network, kept for the next time. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (options) =>
    (await matchPrecache(options.url.pathname)) ?? new CacheFirst({ cacheName: assetCacheName }).handle(options),
);

/** How long the network may take before what is kept is shown: nobody waits for a number to call. */
const crisisPatienceMilliseconds = 700;
const pagePatienceMilliseconds = 15_000;

/** The network's answer; throws when it takes too long, or is that of a server that cannot help now. */
const fetchPage = (request: Request, patienceMilliseconds: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    // A navigation cannot be sent with a signal.
    setTimeout(() => reject(new Error('The network takes too long.')), patienceMilliseconds);
    fetch(request).then((response) => {
      if (response.status < 500) resolve(response);
      else reject(new Error(`The server answered ${response.status}.`));
    }, reject);
  });

/**
 * Pages come from the network and are never kept, since a page may belong to someone; only without a useful answer does
 * the precached shell, which belongs to nobody, stand in. Calls of the API are not touched at all.
 */
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request, url }) => {
    const isCrisis = url.pathname.replace(/\/$/, '') === '/crisis';
    try {
      return await fetchPage(request, isCrisis ? crisisPatienceMilliseconds : pagePatienceMilliseconds);
    } catch (error) {
      const kept = await matchPrecache(isCrisis ? crisisUrl : shellUrl);
      if (kept === undefined) throw error;
      return kept;
    }
  },
);
