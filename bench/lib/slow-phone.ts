import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/lib/browsers.ts';
import { recordVitals } from './in-page.ts';

const webVitals = readFileSync(
  new URL('../../node_modules/web-vitals/dist/web-vitals.attribution.iife.js', import.meta.url),
  'utf8',
);

/** The phone and the connection of Lighthouse: https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
export const slowConnection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const slowdown = 4;

/** Starts the browser of the end-to-end tests. */
export async function launchBrowser(cleanups: AsyncDisposableStack): Promise<Browser> {
  const browser = await chromium.launch(launchOptions);
  cleanups.defer(() => browser.close());
  return browser;
}

/** Opens a page with an empty cache that records its metrics. `cookie` signs a member in at `url`. */
export async function openPhone(browser: Browser, url: string, cookie?: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  // One script, because each one has its own scope.
  await context.addInitScript(`${webVitals}\n(${recordVitals.toString()})(webVitals);`);
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie !== undefined) await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

/** Slows the processor down and, if given, the connection. */
export async function slowDown(page: Page, connection?: typeof slowConnection): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (connection) await devTools.send('Network.emulateNetworkConditions', connection);
}
