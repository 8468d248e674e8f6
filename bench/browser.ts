import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Route } from '@playwright/test';
import { findSystemBrowser } from '../scripts/lib/browsers.ts';
import { openDatabase } from './lib/database.ts';
import { noteWhenSeen, readMachineSpeed, takeFigures, watchFigures } from './lib/in-page.ts';
import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { present } from './lib/present.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/**
 * A phone of the middle kind on a slow line, by the figures of Lighthouse's mobile run with throttling by DevTools:
 * https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const slowLine = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
/** What browsers' own tools call slow 3G, without its 2 s before each answer. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;

const shownPosts = 500;
const visits = 3;

/** What a member on a phone waits for, in the browser that the journeys run in: paints, shifts, and answers to a press. */
export async function measureBrowser({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: shownPosts + 100 });
  const member = present((await signInMembers(pool, 1))[0]);
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
    measurements.push(...(await visit(browser, `${server.url}${path}`, { name: path, times: quick ? 1 : visits })));
  measurements.push(
    await callFirst(browser, `${server.url}/crisis`, quick ? 1 : visits),
    ...(await callAgain(browser, `${server.url}/crisis`, quick ? 1 : visits)),
    ...(await visit(browser, `${server.url}/`, { name: 'the feed', times: quick ? 1 : visits, cookie })),
    ...(await press(browser, server.url, cookie)),
  );
  return measurements;
}

type Cookie = { name: string; value: string; url: string };

async function openContext(browser: Browser, cookie?: Cookie): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  await context.addInitScript(watchFigures);
  if (cookie) await context.addCookies([cookie]);
  return context;
}

async function slowDown(page: Page, { line }: { line: typeof slowLine | null }): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (line) await devTools.send('Network.emulateNetworkConditions', line);
}

/** First visits with an empty cache: the largest paint, what moved, and how long the page could not answer. */
async function visit(
  browser: Browser,
  url: string,
  { name, times, cookie }: { name: string; times: number; cookie?: Cookie },
): Promise<Measurement[]> {
  const figures = [];
  for (let time = 0; time < times; time += 1) {
    const context = await openContext(browser, cookie);
    const page = await context.newPage();
    await slowDown(page, { line: slowLine });
    await page.goto(url, { waitUntil: 'load' });
    if (cookie) await page.locator('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    figures.push(await page.evaluate(takeFigures));
    await context.close();
  }
  const seconds = figures.map(({ largestPaintAt }) => largestPaintAt / 1000);
  const shifts = figures.map(({ layoutShift }) => layoutShift);
  const blocked = figures.map((figure) => figure.blocked);
  return [
    {
      name: `${name}: largest contentful paint on a slow phone`,
      value: rounded(median(seconds), 2),
      unit: 's',
      bar: { atMost: 2.5 },
      note: `median of ${times}, ${spread(seconds, 2)}; blocked for ${rounded(median(blocked))} ms`,
    },
    { name: `${name}: layout shift`, value: rounded(Math.max(...shifts), 3), unit: '', bar: { atMost: 0.02 } },
  ];
}

/** A first visit to the crisis page on the slowest of lines: until a number can be seen, and pressed. */
async function callFirst(browser: Browser, url: string, times: number): Promise<Measurement> {
  const seconds = [];
  for (let time = 0; time < times; time += 1) {
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.addInitScript(noteWhenSeen, 'main a[href^="tel:"]');
    await slowDown(page, { line: slow3G });
    await page.goto(url, { waitUntil: 'load' });
    const [seenAt = Number.POSITIVE_INFINITY] = await page.evaluate(() =>
      performance.getEntriesByName('seen').map(({ startTime }) => startTime),
    );
    seconds.push(seenAt / 1000);
    await context.close();
  }
  return {
    name: '/crisis: the first number on slow 3G',
    value: rounded(median(seconds), 2),
    unit: 's',
    bar: { atMost: 2.5 },
    note: `median of ${times}, ${spread(seconds, 2)}`,
  };
}

const unanswering = {
  'with the server there': undefined,
  'with the server answering 503': (route: Route) => route.fulfill({ status: 503 }),
  'with a server that never answers': () => undefined,
};

/** The crisis page that the device has kept, on a slow processor: until a number can be seen, whatever the server does. */
async function callAgain(browser: Browser, url: string, times: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [what, answer] of Object.entries(unanswering)) {
    const seconds = [];
    for (let time = 0; time < times; time += 1) {
      const context = await browser.newContext(phone);
      const page = await context.newPage();
      await page.addInitScript(noteWhenSeen, 'main a[href^="tel:"]');
      await page.goto(url);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      if (answer) await context.route(url, answer);
      await slowDown(page, { line: slow3G });
      await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName('seen').length > 0);
      const [seenAt = Number.POSITIVE_INFINITY] = await page.evaluate(() =>
        performance.getEntriesByName('seen').map(({ startTime }) => startTime),
      );
      seconds.push(seenAt / 1000);
      await context.close();
    }
    measurements.push({
      name: `/crisis, kept: the first number ${what}`,
      value: rounded(median(seconds), 2),
      unit: 's',
      bar: { atMost: 1.5 },
      note: `median of ${times}, ${spread(seconds, 2)}`,
    });
  }
  return measurements;
}

/** The browser tells of an interaction after the paint that followed it. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
}

/** What is done with a thing, and how many interactions that is. */
type Act = { count: number; act: (target: Locator) => Promise<void> };

const words = 'calm words';
// Forced: looking whether something stands before the target costs the page a third of what a tap takes.
const tap: Act = { count: 1, act: (target) => target.tap({ force: true }) };
// As fast as the fastest write on a phone.
const type: Act = { count: words.length, act: (target) => target.pressSequentially(words, { delay: 100 }) };

/** Of how many posts each is liked, opened and commented on. */
const pressedPosts = 5;

/** With five hundred posts on the page and a processor four times slower: from a press to the next paint. */
async function press(browser: Browser, url: string, cookie: Cookie): Promise<Measurement[]> {
  const context = await openContext(browser, cookie);
  const page = await context.newPage();
  await page.goto(url);
  const posts = page.locator('article');
  await posts.first().waitFor();
  while ((await posts.count()) < shownPosts) {
    const count = await posts.count();
    await page.mouse.wheel(0, 100_000);
    await page.waitForFunction(({ before }) => document.querySelectorAll('article').length > before, { before: count });
  }
  const scrolled = await page.evaluate(takeFigures);
  const speedBefore = await page.evaluate(readMachineSpeed);
  await slowDown(page, { line: null });

  const waits = new Map<string, number[]>();
  let count = 0;
  const measure = async (what: string, target: Locator, { count: times, act }: Act) => {
    // A finger presses what stands still: scrolling past hundreds of posts is no part of the press that follows.
    await target.scrollIntoViewIfNeeded();
    await settle(page);
    await page.evaluate(takeFigures);
    await act(target);
    await settle(page);
    const { interactions } = await page.evaluate(takeFigures);
    waits.set(what, [...(waits.get(what) ?? []), ...interactions]);
    count += times;
  };
  for (let place = shownPosts - 10; place > shownPosts - 10 - pressedPosts; place -= 1) {
    const post = posts.nth(place);
    const like = post.getByRole('button', { name: /^Like/ });
    await measure('a like', like, tap);
    await like.and(page.locator('[aria-pressed=true]')).waitFor();
    await measure('the like taken back', like, tap);
    await like.and(page.locator('[aria-pressed=false]')).waitFor();
    await measure('comments opened', post.getByRole('button', { name: /comment/i }).first(), tap);
    const comment = post.getByPlaceholder('Write a comment...');
    await measure('a comment begun', comment, tap);
    await measure('a comment typed', comment, type);
  }
  const composer = page.getByPlaceholder('Share your thoughts with the community...');
  // It unfolds, which moves the posts below: they follow a press, as they do here.
  await measure('the composer opened', composer, tap);
  await measure('a post typed', composer, type);
  const { layoutShift } = await page.evaluate(takeFigures);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const speedAfter = await page.evaluate(readMachineSpeed);
  await context.close();
  const longestFirst = [...waits.values()].flat().toSorted((one, other) => other - one);
  return [
    {
      name: `interaction to next paint, ${shownPosts} posts, processor ${slowdown} times slower`,
      // One of each fifty is left out (web.dev/articles/inp); what took less than 16 ms the browser does not tell.
      value: present(longestFirst[Math.floor(count / 50)]),
      unit: 'ms',
      bar: { atMost: 100 },
      note:
        `of ${count}, on a machine of the speed ${speedBefore} to ${speedAfter}; the longest of ` +
        [...waits].map(([what, each]) => `${what} ${Math.max(0, ...each)}`).join(', '),
    },
    {
      name: `layout shift while ${shownPosts} posts are scrolled through and used`,
      value: rounded(Math.max(layoutShift, scrolled.layoutShift), 3),
      unit: '',
      bar: { atMost: 0.02 },
    },
  ];
}
