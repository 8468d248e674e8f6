import type { Page, Route } from '@playwright/test';
import { blockedStorageReport, expect, test } from './support/journey.ts';

const notice = (page: Page) => page.locator('[data-load-notice]');
const reloadButton = (page: Page) => notice(page).getByRole('button', { name: 'Reload' });
const readyMarker = (page: Page) => page.locator('html[data-ready]');
const isStyled = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper') !== '');

const isDocument = (route: Route): boolean => route.request().resourceType() === 'document';

/** Returns whether a request is the watchdog's check of a file. */
const isProbe = (route: Route): boolean =>
  route.request().resourceType() === 'fetch' && route.request().url().includes('/assets/');

/** Aborts all requests except the document. `probeFailed` resolves when the watchdog's check has also failed. */
async function abortRequests(page: Page) {
  const { promise: probeFailed, resolve } = Promise.withResolvers<void>();
  const abort = async (route: Route) => {
    if (isDocument(route)) return route.fallback();
    await route.abort('connectionreset');
    if (isProbe(route)) resolve();
  };
  await page.route('**/*', abort);
  return { probeFailed, restore: () => page.unroute('**/*', abort) };
}

/** Removes the content security policy, because the changed inline script has another hash. */
const withoutPolicy = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-security-policy'));

/** Serves documents that refer to files of an older build, up to `times` times. Counts the documents. */
async function serveOlderDocuments(page: Page, times = Infinity) {
  const servedDocuments = { count: 0 };
  await page.route('**/*', async (route) => {
    if (!isDocument(route)) return route.fallback();
    servedDocuments.count += 1;
    if (servedDocuments.count > times) return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replaceAll(
      /(\/assets\/(?:root|entry\.client|form-pages)-)[\w-]+\./g,
      '$1older00.',
    );
    return route.fulfill({ response, body: html, headers: withoutPolicy(response.headers()) });
  });
  return servedDocuments;
}

/** Responds to requests for the application script with the given scripts in turn, then with the real one. */
async function respondWithScripts(page: Page, ...scripts: (string | null)[]) {
  await page.route('**/assets/entry.client-*.js', async (route) => {
    const script = scripts.shift();
    if (script === undefined) return route.fallback();
    if (script !== null) return route.fulfill({ contentType: 'text/javascript', body: script });
    // For `null`, the request never gets a response.
    return undefined;
  });
}

test.beforeEach(({ tolerate }) => {
  tolerate(/Failed to load resource: (?:net::ERR_|the server responded with a status of (?:404|401))/);
  tolerate(
    /dynamically imported module|Error loading route module|WebSocket connection|SyntaxError|Refused to apply style/,
  );
});

test('pages recover when their first requests fail', async ({ join, openBrowser }) => {
  const member = await join();
  for (const [path, viewer] of [
    // A page that contains its content, and a page without.
    ['/', member],
    ['/messages', member],
    // A form, a page to read, and a missing page.
    ['/login', null],
    ['/self-help', null],
    ['/no/such/place', null],
  ] as const)
    await test.step(path, async () => {
      const page = await openBrowser(viewer);
      const { probeFailed, restore } = await abortRequests(page);
      await page.goto(path, { waitUntil: 'commit' });
      await probeFailed;
      await restore();
      if (viewer) {
        await expect(readyMarker(page)).toBeAttached({ timeout: 10_000 });
        await expect(page.getByRole('navigation').first()).toBeVisible();
      }
      await expect.poll(() => isStyled(page)).toBe(true);
      await expect(notice(page)).toHaveCount(0);
    });
});

test('a page that cannot load shows a notice within ten seconds and recovers when the connection is back @critical', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  const { restore } = await abortRequests(page);
  await page.goto('/events', { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded completely.', { timeout: 10_000 });
  await expect(reloadButton(page)).toBeVisible();
  await restore();
  await expect(readyMarker(page)).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);

  // The button of the notice loads the page again.
  const darkPage = await openBrowser(null, { colorScheme: 'dark' });
  const requests = await abortRequests(darkPage);
  await darkPage.goto('/waitlist', { waitUntil: 'commit' });
  await expect(reloadButton(darkPage)).toBeVisible();
  await requests.restore();
  const loadEvent = darkPage.waitForEvent('load');
  await reloadButton(darkPage).press('Enter');
  await loadEvent;
  expect(await isStyled(darkPage)).toBe(true);
  await expect(notice(darkPage)).toHaveCount(0);
});

test('a document of an older build is reloaded once @critical', async ({ join, openBrowser }) => {
  for (const path of ['/', '/login']) {
    const page = await openBrowser(path === '/' ? await join() : null);
    const servedDocuments = await serveOlderDocuments(page, 1);
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => servedDocuments.count).toBe(2);
    if (path === '/') await expect(readyMarker(page)).toBeAttached();
    await expect.poll(() => isStyled(page)).toBe(true);
    await expect(notice(page)).toHaveCount(0);
    expect(servedDocuments.count).toBe(2);
  }
});

test('missing files do not reload the page repeatedly, even without storage, or discard typed text', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(blockedStorageReport);
  for (const isStorageBlocked of [false, true]) {
    const page = await openBrowser(await join());
    if (isStorageBlocked)
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Blocked', 'SecurityError');
            },
          });
      });
    const servedDocuments = await serveOlderDocuments(page);
    await page.goto('/events', { waitUntil: 'commit' });
    await expect(reloadButton(page)).toBeVisible();
    expect(servedDocuments.count).toBe(2);
  }

  const page = await openBrowser();
  const servedDocuments = await serveOlderDocuments(page);
  const { restore } = await abortRequests(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('wren@example.org');
  await restore();
  await expect(reloadButton(page)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('wren@example.org');
  expect(servedDocuments.count).toBe(1);
});

const waitForNotice = (page: Page) =>
  expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return notice(page).count();
    })
    .toBe(1);

test('a truncated script is fetched again, and a file that never arrives shows a notice', async ({
  join,
  openBrowser,
}) => {
  await test.step('a truncated script', async () => {
    const page = await openBrowser(await join());
    await respondWithScripts(page, 'export const half = {');
    await page.goto('/events', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });

  await test.step('a script that never arrives', async () => {
    const page = await openBrowser(await join());
    await page.clock.install();
    await respondWithScripts(page, null);
    await page.goto('/events', { waitUntil: 'commit' });
    await expect(page.locator('body script[type=module]')).toBeAttached();
    await waitForNotice(page);
    await expect(reloadButton(page)).toBeVisible();
  });

  await test.step('a stylesheet that never arrives does not leave the page blank', async () => {
    const page = await openBrowser();
    await page.clock.install();
    await page.route('**/assets/*.css', () => undefined);
    await page.goto('/waitlist', { waitUntil: 'commit' });
    await waitForNotice(page);
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(reloadButton(page)).toBeVisible();
  });
});

test('a slow phone on a slow connection shows no notice', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-load-notice]')) document.documentElement.dataset['wasNoticed'] = '';
    }).observe(document, { childList: true, subtree: true });
  });
  const devTools = await page.context().newCDPSession(page);
  const bytesPerSecond = 1_600_000 / 8;
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(readyMarker(page)).toBeAttached({ timeout: 60_000 });
  await expect(page.locator('html[data-was-noticed]')).toHaveCount(0);
});

test('an unsupported browser is redirected to a page with instructions and crisis lines', async ({
  join,
  openBrowser,
}) => {
  const member = await join();
  const page = await openBrowser(member);
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto('/events', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/supported-browsers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This community needs a newer browser');
  await expect(page.getByText('Safari 16.4, Chrome 111, Edge 111, Firefox 114, Samsung Internet 22')).toBeVisible();
  await expect(page.getByRole('link', { name: '988' }).first()).toHaveAttribute('href', 'tel:988');
  await expect(page.getByRole('link', { name: 'crisis lines', exact: true })).toHaveAttribute('href', '/crisis');
  await expect(notice(page)).toHaveCount(0);

  await page.goto('/self-help', { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toContainText('Your browser is too old for parts of this site.');
  await page.getByRole('button', { name: 'What you can do' }).click();
  await expect(page).toHaveURL('/supported-browsers');
});
