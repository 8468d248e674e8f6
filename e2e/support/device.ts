import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Maximum install time of the service worker, which fetches and caches about 300 files. */
const installMilliseconds = 60_000;

/** Waits until a service worker controls the page and has cached the public files. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: installMilliseconds })
    .toBe('activated');
}

/** Waits until the service worker has cached the whole application. Its shell is cached last. */
export async function waitForCachedApplication(page: Page): Promise<void> {
  await waitForServiceWorker(page);
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const shell = await caches.match('/__spa-fallback.html', { cacheName: 'application', ignoreSearch: true });
          return shell?.ok;
        }),
      { timeout: installMilliseconds },
    )
    .toBe(true);
}

/** Returns whether a fetch from the page gets a successful response. */
export const canFetch = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(
    (url) =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    address,
  );

/** Files of an older version that no longer exist in this version. */
export const olderFiles = ['/assets/of-the-older-version.css', '/assets/of-the-older-version.js'];

/**
 * Installs an older service worker with its own files and shell. Later requests for the worker get the current
 * version, because Playwright routes only the first request.
 */
export async function installOlderVersion(page: Page): Promise<void> {
  const context = page.context();
  await context.route('**/assets/of-the-older-version.*', (route) => route.fulfill({ body: '/* older */' }));
  await context.route('**/sw.js', async (route) => {
    const response = await route.fetch();
    const entries = olderFiles.map((file) => `{"url":"${file.slice(1)}"},`).join('');
    const body = (await response.text())
      .replace('{"url":"assets/', (match) => `${entries}${match}`)
      .replace(/"revision":"\w+"(?=,"url":"__spa-fallback.html")/, '"revision":"older"');
    await route.fulfill({ response, body });
  });
}

/** Waits until a newer worker is installed and waiting for pages of the older one to close. */
export async function waitForWaitingWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state), {
      timeout: installMilliseconds,
    })
    .toBe('installed');
}

/** Returns the older version's files and all shells in the application cache. Omits the hash of current shells. */
export const findOlderFilesAndShells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const keys = await (await caches.open('application')).keys();
    const names = keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
    const matches = names.filter((name) => /of-the-older|fallback/.test(name));
    return matches.map((name) => name.replace(/\?revision=[\da-f]{32}$/, '')).toSorted();
  });
