import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Route } from '@playwright/test';
import { findSystemBrowser } from '../scripts/lib/browsers.ts';
import { openDatabase } from './lib/database.ts';
import { markWhenSeen, readMachineSpeed, collectMetrics, observeMetrics } from './lib/in-page.ts';
import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/**
 * A mid-range phone on a slow connection, with the settings of Lighthouse's mobile preset and DevTools throttling:
 * https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const slowConnection = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
/** The "Slow 3G" profile of browser DevTools, without its latency of 2 s per request. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;

const renderedPosts = 500;
const visits = 3;

/** Measures paints, layout shifts and interaction delays on a slow phone, in the browser of the end-to-end tests. */
export async function measureBrowser({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: renderedPosts + 100 });
  const member = requireDefined((await signInMembers(pool, 1))[0]);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const executablePath = findSystemBrowser();
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  cleanups.defer(() => browser.close());
  const [name = '', value = ''] = member.cookie.split('=');
  const cookie = { name, value, url: server.url };

  const measurements: Measurement[] = [];
  for (const path of ['/waitlist', '/dmtools', '/login', '/signup', '/crisis'])
    measurements.push(
      ...(await measureFirstVisits(browser, `${server.url}${path}`, { name: path, times: quick ? 1 : visits })),
    );
  measurements.push(
    await measureFirstCrisisVisit(browser, `${server.url}/crisis`, quick ? 1 : visits),
    ...(await measureCachedCrisisVisits(browser, `${server.url}/crisis`, quick ? 1 : visits)),
    ...(await measureFirstVisits(browser, `${server.url}/`, { name: 'the feed', times: quick ? 1 : visits, cookie })),
    ...(await measureInteractions(browser, server.url, cookie)),
  );
  return measurements;
}

type Cookie = { name: string; value: string; url: string };

async function openContext(browser: Browser, cookie?: Cookie): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  await context.addInitScript(observeMetrics);
  if (cookie) await context.addCookies([cookie]);
  return context;
}

async function slowDown(page: Page, { connection }: { connection: typeof slowConnection | null }): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (connection) await devTools.send('Network.emulateNetworkConditions', connection);
}

/** Measures first visits with an empty cache: largest paint, layout shifts and blocking time. */
async function measureFirstVisits(
  browser: Browser,
  url: string,
  { name, times, cookie }: { name: string; times: number; cookie?: Cookie },
): Promise<Measurement[]> {
  const metrics = [];
  for (let time = 0; time < times; time += 1) {
    const context = await openContext(browser, cookie);
    const page = await context.newPage();
    await slowDown(page, { connection: slowConnection });
    await page.goto(url, { waitUntil: 'load' });
    if (cookie) await page.locator('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    metrics.push(await page.evaluate(collectMetrics));
    await context.close();
  }
  const seconds = metrics.map(({ largestPaintAt }) => largestPaintAt / 1000);
  const shifts = metrics.map(({ layoutShift }) => layoutShift);
  const blockingTimes = metrics.map((metric) => metric.blockingTime);
  return [
    {
      name: `${name}: largest contentful paint on a slow phone`,
      value: rounded(median(seconds), 2),
      unit: 's',
      target: { atMost: 2.5 },
      note: `median of ${times}, ${spread(seconds, 2)}; blocked for ${rounded(median(blockingTimes))} ms`,
    },
    { name: `${name}: layout shift`, value: rounded(Math.max(...shifts), 3), unit: '', target: { atMost: 0.02 } },
  ];
}

/** Measures a first visit to the crisis page on slow 3G until a phone number is visible. */
async function measureFirstCrisisVisit(browser: Browser, url: string, times: number): Promise<Measurement> {
  const seconds = [];
  for (let time = 0; time < times; time += 1) {
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.addInitScript(markWhenSeen, 'main a[href^="tel:"]');
    await slowDown(page, { connection: slow3G });
    await page.goto(url, { waitUntil: 'load' });
    const [seenAt = Number.POSITIVE_INFINITY] = await page.evaluate(() =>
      performance.getEntriesByName('seen').map(({ startTime }) => startTime),
    );
    seconds.push(seenAt / 1000);
    await context.close();
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
async function measureCachedCrisisVisits(browser: Browser, url: string, times: number): Promise<Measurement[]> {
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
      await slowDown(page, { connection: slow3G });
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

/** Waits until the browser has reported the last interaction, which it does after the next paint. */
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
}

/** An action on an element, and the number of interactions in it. */
type Action = { count: number; perform: (target: Locator) => Promise<void> };

const typedText = 'calm words';
// `force` skips Playwright's check for covering elements, which takes a third of the time of a tap.
const tap: Action = { count: 1, perform: (target) => target.tap({ force: true }) };
// As fast as the fastest people type on a phone.
const type: Action = {
  count: typedText.length,
  perform: (target) => target.pressSequentially(typedText, { delay: 100 }),
};

/** Number of posts that are liked, opened and commented on. */
const usedPosts = 5;

/** Measures the time from a press to the next paint, with 500 posts on the page and a four times slower processor. */
async function measureInteractions(browser: Browser, url: string, cookie: Cookie): Promise<Measurement[]> {
  const context = await openContext(browser, cookie);
  const page = await context.newPage();
  await page.goto(url);
  const posts = page.locator('article');
  await posts.first().waitFor();
  while ((await posts.count()) < renderedPosts) {
    const count = await posts.count();
    await page.mouse.wheel(0, 100_000);
    await page.waitForFunction(({ before }) => document.querySelectorAll('article').length > before, { before: count });
  }
  const scrolled = await page.evaluate(collectMetrics);
  const speedBefore = await page.evaluate(readMachineSpeed);
  await slowDown(page, { connection: null });

  const delays = new Map<string, number[]>();
  let count = 0;
  const measure = async (name: string, target: Locator, { count: times, perform }: Action) => {
    // Scrolling past hundreds of posts must not count as part of the measured press.
    await target.scrollIntoViewIfNeeded();
    await waitForIdle(page);
    await page.evaluate(collectMetrics);
    await perform(target);
    await waitForIdle(page);
    const { interactions } = await page.evaluate(collectMetrics);
    delays.set(name, [...(delays.get(name) ?? []), ...interactions]);
    count += times;
  };
  for (let position = renderedPosts - 10; position > renderedPosts - 10 - usedPosts; position -= 1) {
    const post = posts.nth(position);
    const like = post.getByRole('button', { name: /^Like/ });
    await measure('a like', like, tap);
    await like.and(page.locator('[aria-pressed=true]')).waitFor();
    await measure('an unlike', like, tap);
    await like.and(page.locator('[aria-pressed=false]')).waitFor();
    await measure('comments opened', post.getByRole('button', { name: /comment/i }).first(), tap);
    const comment = post.getByPlaceholder('Write a comment...');
    await measure('a comment field focused', comment, tap);
    await measure('a comment typed', comment, type);
  }
  const composer = page.getByPlaceholder('Share your thoughts with the community...');
  // The composer expands and moves the posts below. Layout shifts right after an interaction do not count.
  await measure('the composer opened', composer, tap);
  await measure('a post typed', composer, type);
  const { layoutShift } = await page.evaluate(collectMetrics);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const speedAfter = await page.evaluate(readMachineSpeed);
  await context.close();
  const longestFirst = [...delays.values()].flat().toSorted((one, other) => other - one);
  return [
    {
      name: `interaction to next paint, ${renderedPosts} posts, processor ${slowdown} times slower`,
      // INP ignores one of every 50 interactions (web.dev/articles/inp). Browsers do not report those below 16 ms.
      value: requireDefined(longestFirst[Math.floor(count / 50)]),
      unit: 'ms',
      target: { atMost: 100 },
      note:
        `of ${count}, machine speed ${speedBefore} to ${speedAfter}; the longest of ` +
        [...delays].map(([action, each]) => `${action} ${Math.max(0, ...each)}`).join(', '),
    },
    {
      name: `layout shift while ${renderedPosts} posts are scrolled through and used`,
      value: rounded(Math.max(layoutShift, scrolled.layoutShift), 3),
      unit: '',
      target: { atMost: 0.02 },
    },
  ];
}
