import { existsSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findSystemBrowser } from '../scripts/lib/browsers.ts';
import { openDatabase } from './lib/database.ts';
import { markWhenShown, scriptsRequestedBeforeShown } from './lib/in-page.ts';
import { type Measurement, rounded } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

type Page = { name: string; path: string; cookie?: string; mainSelector: string; atMostKilobytes: number; form?: true };

const serverBuild = path.join(import.meta.dirname, '../apps/web/dist/server/index.js');

/** Measures the JavaScript that a browser with an empty cache loads in a first visit. */
export async function measureWeight(): Promise<Measurement[]> {
  if (!existsSync(serverBuild)) throw new Error('The web application is not built: npm run build');
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: 100 });
  const [meditation] = await addMeditations(pool, 1);
  const member = requireDefined((await signInMembers(pool, 1))[0]);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const executablePath = findSystemBrowser();
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  cleanups.defer(() => browser.close());

  const pages: Page[] = [
    ...['/waitlist', '/', '/login', '/signup', '/crisis'].map((address) => ({
      name: address === '/' ? '/ signed out' : address,
      path: address,
      mainSelector: 'html[data-ready] h1',
      atMostKilobytes: 20,
    })),
    { name: '/login, its form used', path: '/login', mainSelector: 'h1', form: true, atMostKilobytes: 70 },
    { name: '/signup, its form used', path: '/signup', mainSelector: 'h1', form: true, atMostKilobytes: 70 },
    {
      name: '/ signed in, the feed',
      path: '/',
      cookie: member.cookie,
      mainSelector: 'html[data-ready] article',
      atMostKilobytes: 190,
    },
  ];
  const measurements: Measurement[] = [];
  for (const page of pages) measurements.push(await measurePage(browser, server.url, page));
  const screens = [
    ...memberScreens,
    { path: `/meditations/${requireDefined(meditation)}`, name: '/meditations/{id}, the player', atMostKilobytes: 60 },
  ];
  return [...measurements, ...(await measureScreens(browser, server.url, member.cookie, screens))];
}

/**
 * Measures the scripts requested until the page shows its main content, or until its form was used. Scripts that are
 * loaded later are in the note.
 */
async function measurePage(browser: Browser, url: string, page: Page): Promise<Measurement> {
  // Files that the service worker caches are not part of the first load.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  if (page.cookie !== undefined) {
    const [name = '', value = ''] = page.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const tab = await context.newPage();
  await tab.addInitScript(markWhenShown, page.mainSelector);
  const requested = new Set<string>();
  tab.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) requested.add(request.url());
  });
  await tab.goto(`${url}${page.path}`, { waitUntil: 'load' });
  await tab.locator(page.mainSelector).first().waitFor();
  if (page.form) {
    await tab.getByRole('main').getByRole('textbox').first().fill('calm');
    await tab.getByRole('main').locator('button[type=submit]').click();
    await tab.locator('[aria-invalid=true]').first().waitFor();
  }
  await tab.waitForLoadState('networkidle');
  const first = page.form ? [...requested] : await tab.evaluate(scriptsRequestedBeforeShown);
  const later = [...requested].filter((address) => !first.includes(address));
  await context.close();

  const [gzip, brotli, laterGzip] = await Promise.all([
    kilobytesOf(first, 'gzip'),
    kilobytesOf(first, 'br'),
    kilobytesOf(later, 'gzip'),
  ]);
  return {
    name: `first load of ${page.name}: JavaScript, gzip`,
    value: gzip,
    unit: 'KB',
    target: { atMost: page.atMostKilobytes },
    note: `${first.length} files, ${brotli} KB as brotli; ${later.length} more files follow (${laterGzip} KB)`,
  };
}

type Screen = { path: string; name: string; atMostKilobytes: number };

const memberScreens: Screen[] = [
  '/profile',
  '/connections',
  '/notifications',
  '/settings',
  '/messages',
  '/leaderboard',
  '/meditations',
  '/books',
  '/events',
].map((path) => ({ path, name: path, atMostKilobytes: 40 }));

/** Measures the scripts of each screen for members that the feed has not loaded yet, including those loaded later. */
async function measureScreens(
  browser: Browser,
  url: string,
  cookie: string,
  screens: readonly Screen[],
): Promise<Measurement[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const scriptsAt = async (path: string): Promise<string[]> => {
    const tab = await context.newPage();
    const requested = new Set<string>();
    tab.on('request', (request) => {
      if (request.url().endsWith('.js')) requested.add(request.url());
    });
    // The application opens its socket last.
    const socketOpened = tab.waitForEvent('websocket');
    await tab.goto(`${url}${path}`);
    await socketOpened;
    await tab.waitForLoadState('networkidle');
    await tab.close();
    return [...requested];
  };
  const feedScripts = new Set(await scriptsAt('/'));
  const measurements: Measurement[] = [];
  for (const { path, name, atMostKilobytes } of screens) {
    const newScripts = (await scriptsAt(path)).filter((address) => !feedScripts.has(address));
    const kilobytes = await kilobytesOf(newScripts, 'gzip');
    const note = `${newScripts.length} files`;
    measurements.push({
      name: `${name} after the feed: JavaScript, gzip`,
      value: kilobytes,
      unit: 'KB',
      target: { atMost: atMostKilobytes },
      note,
    });
  }
  await context.close();
  return measurements;
}

/** Returns the total size in kilobytes of 1,000 bytes, as browsers show it. */
async function kilobytesOf(addresses: string[], encoding: 'gzip' | 'br'): Promise<number> {
  const sizes = await Promise.all(addresses.map((address) => sentBytes(address, encoding)));
  return rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000, 1);
}

/** Returns the compressed size of a response body. `fetch` would decode it. */
function sentBytes(address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}
