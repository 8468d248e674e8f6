import { get } from 'node:http';
import type { Browser } from '@playwright/test';
import { markWhenShown, scriptsRequestedBeforeShown } from './in-page.ts';
import { type Measurement, rounded } from './measurement.ts';
import { openPhone } from './slow-phone.ts';

/** Pages that people open first. On the feed, only the scripts until a post is shown count. */
const loads = [
  { path: '/', isMember: true, atMostKilobytes: 190 },
  { path: '/', atMostKilobytes: 20 },
  { path: '/waitlist', atMostKilobytes: 20 },
  { path: '/login', hasForm: true, atMostKilobytes: 20 },
  { path: '/signup', hasForm: true, atMostKilobytes: 20 },
  { path: '/crisis', atMostKilobytes: 20 },
] satisfies Load[];
type Load = { path: string; isMember?: true; hasForm?: true; atMostKilobytes: number };

/** Measures the JavaScript that a browser with an empty cache loads in a first visit. */
export async function measureFirstLoads(browser: Browser, url: string, cookie: string): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const load of loads) {
    const { all, counted } = await visit(browser, url, load, cookie);
    const sizes = await Promise.all(counted.map(gzipBytes));
    measurements.push({
      name: `${load.path} ${'isMember' in load ? 'signed in' : 'signed out'}: JavaScript, gzip`,
      // Kilobytes of 1,000 bytes, as browsers show them.
      value: rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000, 1),
      unit: 'KB',
      target: { atMost: load.atMostKilobytes },
      note: `${counted.length} of ${all.length} files`,
    });
  }
  return measurements;
}

/** Opens a page, and uses its form if it has one. Returns the addresses of its scripts. */
async function visit(browser: Browser, url: string, { path, isMember, hasForm }: Load, cookie: string) {
  const tab = await openPhone(browser, url, isMember && cookie);
  await tab.addInitScript(markWhenShown, 'html[data-ready] article');
  const addresses = new Set<string>();
  tab.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) addresses.add(request.url());
  });
  await tab.goto(`${url}${path}`, { waitUntil: 'load' });
  await tab
    .locator(isMember ? 'html[data-ready] article' : 'h1')
    .first()
    .waitFor();
  if (hasForm) {
    await tab.getByRole('main').getByRole('textbox').first().fill('calm');
    await tab.getByRole('main').locator('button[type=submit]').click();
    await tab.locator('[aria-invalid=true]').first().waitFor();
  }
  await tab.waitForLoadState('networkidle');
  const all = [...addresses];
  const counted = isMember ? await tab.evaluate(scriptsRequestedBeforeShown) : all;
  await tab.context().close();
  return { all, counted };
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
