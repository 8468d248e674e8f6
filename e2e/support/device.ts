import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** A worker fetches and keeps some three hundred files. */
const installMilliseconds = 60_000;

/** The page is served by its worker, which has kept what visitors may read. */
export async function underControl(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: installMilliseconds })
    .toBe('activated');
}

/** A member's page is served by its worker, which has kept the application, too: its shell comes last. */
export async function untilApplicationKept(page: Page): Promise<void> {
  await underControl(page);
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

/** Whether a page gets an answer that is good for something. */
export const fetches = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(
    (asked) =>
      fetch(asked).then(
        ({ ok }) => ok,
        () => false,
      ),
    address,
  );

/** Files that a version of before had, and this one has not. */
export const olderFiles = ['/assets/of-the-older-version.css', '/assets/of-the-older-version.js'];

/**
 * The first worker of this browser is that of an older version, with files and a shell of its own; whichever is asked for
 * after it is the server's. Playwright reroutes the first one alone.
 */
export async function beginWithOlderVersion(page: Page): Promise<void> {
  const context = page.context();
  await context.route('**/assets/of-the-older-version.*', (route) => route.fulfill({ body: '/* older */' }));
  await context.route('**/sw.js', async (route) => {
    const answer = await route.fetch();
    const entries = olderFiles.map((file) => `{"revision":null,"url":"${file.slice(1)}"},`).join('');
    const body = (await answer.text())
      .replace('{"revision":null,"url":"assets/', (first) => `${entries}${first}`)
      .replace(/"revision":"\w+"(?=,"url":"__spa-fallback.html")/, '"revision":"older"');
    await route.fulfill({ response: answer, body });
  });
}

/**
 * The first worker keeps everything at once, as those did before the application had a cache of its own: what it lists where
 * it is installed, and what was fetched along the way in `assets`.
 */
export async function beginWithWorkerOfBefore(page: Page): Promise<void> {
  await page.context().route('**/sw.js', async (route) => {
    const answer = await route.fetch();
    const files = [...(await answer.text()).matchAll(/"url":"(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`);
    const body = `
      const keep = async () => {
        const cache = await caches.open('workbox-precache-v2-' + registration.scope);
        await cache.addAll(${JSON.stringify(files)});
        await cache.put('${olderFiles[0]}', new Response('/* older */'));
        await cache.put('/__spa-fallback.html?__WB_REVISION__=older', await fetch('/__spa-fallback.html'));
        await (await caches.open('assets')).put('${olderFiles[1]}', new Response('/* older */'));
      };
      addEventListener('install', (event) => event.waitUntil(keep()));
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;
    await route.fulfill({ response: answer, body });
  });
}

/** A newer worker is installed, and waits for the pages of the older one to close. */
export async function untilNewerWaits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state), {
      timeout: installMilliseconds,
    })
    .toBe('installed');
}

/** What of an older version is kept beside the application, and which shells: that of this version without its revision. */
export const findOlderAndShells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const keys = await (await caches.open('application')).keys();
    const names = keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
    const found = names.filter((name) => /of-the-older|fallback/.test(name));
    return found.map((name) => name.replace(/\?revision=[\da-f]{32}$/, '')).toSorted();
  });
