import type { Browser, Route } from '@playwright/test';
import { openDatabase } from './lib/database.ts';
import { markWhenSeen } from './lib/in-page.ts';
import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { startServer } from './lib/server-process.ts';
import { launchBrowser, openPhone, phone, slowDown } from './lib/slow-phone.ts';
import { makeFolder } from './lib/workspace.ts';

/** The "Slow 3G" profile of browser DevTools, without its latency of 2 s per request. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Measures the time until a phone number of the crisis page is visible on slow 3G, in first and in cached visits. */
export async function measureCrisis({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL } = await openDatabase(cleanups);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const browser = await launchBrowser(cleanups);
  const times = quick ? 1 : 3;
  return [
    await measureFirstVisits(browser, `${server.url}/crisis`, times),
    ...(await measureCachedVisits(browser, `${server.url}/crisis`, times)),
  ];
}

/** Measures a first visit to the crisis page on slow 3G until a phone number is visible. */
async function measureFirstVisits(browser: Browser, url: string, times: number): Promise<Measurement> {
  const seconds = [];
  for (let time = 0; time < times; time += 1) {
    const page = await openPhone(browser, url);
    await page.addInitScript(markWhenSeen, 'main a[href^="tel:"]');
    await slowDown(page, slow3G);
    await page.goto(url, { waitUntil: 'load' });
    const [seenAt = Number.POSITIVE_INFINITY] = await page.evaluate(() =>
      performance.getEntriesByName('seen').map(({ startTime }) => startTime),
    );
    seconds.push(seenAt / 1000);
    await page.context().close();
  }
  return {
    name: '/crisis: the first phone number on slow 3G',
    value: rounded(median(seconds), 2),
    unit: 's',
    target: { atMost: 2.5 },
    note: `median of ${times}, ${spread(seconds, 2)}`,
  };
}

const serverStates = {
  'with the server running': undefined,
  'with the server answering 503': (route: Route) => route.fulfill({ status: 503 }),
  'with a server that never answers': () => undefined,
};

/** Measures the crisis page from the service worker's cache, with the server in several states. */
async function measureCachedVisits(browser: Browser, url: string, times: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [state, respond] of Object.entries(serverStates)) {
    const seconds = [];
    for (let time = 0; time < times; time += 1) {
      const context = await browser.newContext(phone);
      const page = await context.newPage();
      await page.addInitScript(markWhenSeen, 'main a[href^="tel:"]');
      await page.goto(url);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      if (respond) await context.route(url, respond);
      await slowDown(page, slow3G);
      await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName('seen').length > 0);
      const [seenAt = Number.POSITIVE_INFINITY] = await page.evaluate(() =>
        performance.getEntriesByName('seen').map(({ startTime }) => startTime),
      );
      seconds.push(seenAt / 1000);
      await context.close();
    }
    measurements.push({
      name: `/crisis, cached: the first phone number ${state}`,
      value: rounded(median(seconds), 2),
      unit: 's',
      target: { atMost: 1.5 },
      note: `median of ${times}, ${spread(seconds, 2)}`,
    });
  }
  return measurements;
}
