import { get } from 'node:http';
import type { Browser } from '@playwright/test';
import { markWhenShown, scriptsRequestedBeforeShown } from './in-page.ts';
import { type Measurement, rounded } from './measurement.ts';
import { openPhone } from './slow-phone.ts';

/** A page that people open first, or a screen that they open after the feed. */
type Load = {
  path: string;
  isMember?: true;
  /** Whether only the scripts until the main content is shown count. */
  isUntilShown?: true;
  /** Whether the form is used before the scripts are counted. */
  hasForm?: true;
  isAfterFeed?: true;
  atMostKilobytes: number;
};

const feedLoad: Load = { path: '/', isMember: true, isUntilShown: true, atMostKilobytes: 190 };
const loads: Load[] = [
  { path: '/waitlist', isUntilShown: true, atMostKilobytes: 20 },
  { path: '/', isUntilShown: true, atMostKilobytes: 20 },
  { path: '/login', hasForm: true, atMostKilobytes: 20 },
  { path: '/signup', hasForm: true, atMostKilobytes: 20 },
  { path: '/crisis', atMostKilobytes: 20 },
  feedLoad,
  ...['/profile', '/connections', '/notifications', '/settings', '/messages', '/meditations', '/books', '/events'].map(
    (path): Load => ({ path, isMember: true, isAfterFeed: true, atMostKilobytes: 40 }),
  ),
];

/** Measures the JavaScript that a browser with an empty cache loads in a first visit, and on screens after the feed. */
export async function measureFirstLoads(browser: Browser, url: string, cookie: string): Promise<Measurement[]> {
  const feed = new Set((await visit(browser, url, { ...feedLoad, isAfterFeed: true }, cookie)).all);
  const measurements: Measurement[] = [];
  for (const load of loads) {
    const { all, first } = await visit(browser, url, load, cookie);
    const counted = load.isAfterFeed ? all.filter((address) => !feed.has(address)) : load.isUntilShown ? first : all;
    const sizes = await Promise.all(counted.map(gzipBytes));
    const visitor = load.isAfterFeed ? 'after the feed' : load.isMember ? 'signed in' : 'signed out';
    measurements.push({
      name: `${load.path} ${visitor}: JavaScript, gzip`,
      // Kilobytes of 1,000 bytes, as browsers show them.
      value: rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000, 1),
      unit: 'KB',
      target: { atMost: load.atMostKilobytes },
      note: `${counted.length} of ${all.length} files`,
    });
  }
  return measurements;
}

/** Opens a page and returns the addresses of all its scripts, and of those requested before it was shown. */
async function visit(browser: Browser, url: string, load: Load, cookie: string) {
  const tab = await openPhone(browser, url, load.isMember && cookie);
  const mainSelector = load.path === '/' && load.isMember ? 'html[data-ready] article' : 'h1';
  await tab.addInitScript(markWhenShown, mainSelector);
  const all = new Set<string>();
  tab.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) all.add(request.url());
  });
  // The application opens its socket last.
  const socketOpened = load.isAfterFeed && tab.waitForEvent('websocket');
  await tab.goto(`${url}${load.path}`, { waitUntil: 'load' });
  await socketOpened;
  await tab.locator(mainSelector).first().waitFor();
  if (load.hasForm) {
    await tab.getByRole('main').getByRole('textbox').first().fill('calm');
    await tab.getByRole('main').locator('button[type=submit]').click();
    await tab.locator('[aria-invalid=true]').first().waitFor();
  }
  await tab.waitForLoadState('networkidle');
  const first = await tab.evaluate(scriptsRequestedBeforeShown);
  await tab.context().close();
  return { all: [...all], first };
}

/** Returns the compressed size of a response body. `fetch` would decode it. */
function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}
