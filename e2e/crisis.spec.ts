import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { CommunityServer } from './support/community-server.ts';
import { underControl } from './support/device.ts';
import { expect, failedAnswer, test } from './support/journey.ts';

const title = 'You do not have to get through this alone';

/** Has the page add up how far its parts were moved after they had been shown (CLS). */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = globalThis as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What the last frame moved is reported with the next.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (globalThis as unknown as { shifted: number }).shifted;
  });

for (const width of [375, 1280]) {
  for (const locale of ['en-US', 'en-IE', 'de-DE']) {
    test(`nothing on the crisis page moves under a finger, ${width} px wide, ${locale}`, async ({ openBrowser }) => {
      const page = await openBrowser(null, { width, locale });
      await watchShifts(page);
      // The letters come late, as they do on a slow line.
      const { promise: hydrated, resolve: letFontsCome } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await hydrated;
        await route.continue();
      });
      await page.goto('/crisis', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      const fontsCame = Promise.all([page.waitForResponse(/figtree/), page.waitForResponse(/fraunces/)]);
      letFontsCome();
      await fontsCame;
      await expect(page.locator('html[data-ready]')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    });
  }
}

/**
 * In the place of a community's server: answers 503 to everything, nothing at all, or with a crisis page that stops before
 * the card of a country, until it is told to go on.
 */
async function standIn(server: CommunityServer, kind: 'failing' | 'silent' | 'stalling') {
  const html = await (await fetch(`${server.url}/crisis`)).text();
  const stop = html.indexOf('data-crisis-country="US"');
  await server.pause();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const other = createServer((request, response) => {
    if (kind === 'failing') response.writeHead(503).end();
    if (kind !== 'stalling' || request.url !== '/crisis') return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, stop));
    void mayGoOn.then(() => response.end(html.slice(stop)));
  });
  other.listen(Number(new URL(server.url).port), '127.0.0.1');
  await once(other, 'listening');
  const goAway = async () => {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  };
  return { goOn, goAway };
}

for (const kind of ['failing', 'silent', 'stalling'] as const) {
  test(`the crisis lines open at once while the server is ${kind} @critical`, async ({
    openBrowser,
    startServer,
    tolerate,
  }) => {
    const server = await startServer();
    const page = await openBrowser(null, { server, serviceWorkers: 'allow' });
    await page.goto('/crisis');
    await underControl(page);
    const readGuide = (name: string) =>
      page.evaluate((guide) => fetch(`/pdfs/${guide}.pdf`).then(({ status }) => status), name);
    expect(await readGuide('grounding-card')).toBe(200);
    const { goAway } = await standIn(server, kind);
    tolerate(failedAnswer(503));
    tolerate(/net::ERR_/);
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call / }).first()).toBeVisible();
    await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
    if (kind !== 'stalling') expect(await readGuide('grounding-card'), 'a guide that was opened').toBe(200);
    if (kind === 'failing') expect(await readGuide('breathing-guide'), 'one that was not').toBe(503);
    await goAway();
  });
}

test('a page that stops half-way shows what has come; when the rest comes, nothing moves until a country is chosen', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  // Letters that the stand-in does not have.
  tolerate(/net::ERR_/);
  const server = await startServer();
  const page = await openBrowser(null, { server, locale: 'en-US' });
  const { goOn, goAway } = await standIn(server, 'stalling');
  await page.goto('/crisis', { waitUntil: 'commit' });
  const first = cards(page)
    .first()
    .getByRole('link', { name: /^Call / })
    .first();
  await expect(first).toBeVisible();
  const number = (await first.textContent())!;
  await first.focus();
  const place = await first.boundingBox();
  goOn();
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
  expect(await first.boundingBox()).toEqual(place);
  await expect(first).toHaveText(number);
  await expect(first).toBeFocused();

  await choice(page).selectOption('Japan');
  await choice(page).selectOption('United States');
  await expect(cards(page).first()).toContainText('United States');
  await goAway();
});

const emergencyCall = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Call \d{3} \(.+\)$/ })
    .first();

const groundOf = (link: Locator): Promise<string> =>
  link.evaluate((element) => getComputedStyle(element).backgroundColor);

for (const [locale, number, firstWay] of [
  ['en-GB', 'Call 999 (United Kingdom)', 'Call 116 123'],
  ['en-US', 'Call 911 (United States)', 'Call 988'],
] as const) {
  test(`on a phone from ${locale} the first number can be pressed at once, before any code has come`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser(null, { width: 375, height: 600, locale });
    await page.route('/assets/*.js', () => undefined);
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(emergencyCall(page)).toHaveText(number);
    await expect(emergencyCall(page)).toBeInViewport({ ratio: 1 });
    const banner = (await page.getByText('If you are in immediate danger').locator('..').boundingBox())!;
    expect((await emergencyCall(page).boundingBox())!.width).toBe(banner.width - 32);
    const primary = await groundOf(emergencyCall(page));
    const way = (country: string) =>
      page
        .locator(`[data-crisis-country="${country}"]`)
        .getByRole('link', { name: /^Call / })
        .first();
    await expect(way(locale.slice(3))).toHaveText(firstWay);
    expect(await groundOf(way(locale.slice(3)))).toBe(primary);
    expect(await groundOf(way('NZ'))).not.toBe(primary);
  });
}

const choice = (page: Page) => page.getByRole('combobox', { name: 'Your country' });
const cards = (page: Page) => page.locator('[data-crisis-country]');

test('to a visitor whose country is not listed no number is called theirs', async ({ openBrowser }) => {
  const page = await openBrowser(null, { locale: 'el-GR' });
  await page.goto('/crisis');
  await expect(page.getByText('If you are in immediate danger')).toBeVisible();
  await expect(page.locator('[data-emergency-call]:visible')).toHaveCount(0);
  await expect(choice(page)).toHaveValue('elsewhere');
  await page.getByRole('link', { name: 'My country is not listed' }).click();
  await expect(page.getByRole('link', { name: 'findahelpline.com' })).toBeInViewport();
});

test('another country is chosen by keyboard, comes first, and is remembered on this device alone', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { locale: 'en-GB' });
  await page.goto('/crisis');
  await expect(cards(page).first()).toContainText('United Kingdom');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await choice(page).focus();
  await page.keyboard.press('J');
  await expect(choice(page)).toHaveValue('JM');
  await page.keyboard.press('ArrowDown');
  await expect(choice(page)).toHaveValue('JP');
  await expect(emergencyCall(page)).toHaveText('Call 119 (Japan)');
  await expect(emergencyCall(page)).toHaveAttribute('href', 'tel:119');
  await expect(cards(page).first()).toContainText('Japan');
  await expect(page.getByRole('status')).toHaveText('Japan is now first');
  const primary = await groundOf(emergencyCall(page));
  await expect
    .poll(() =>
      groundOf(
        cards(page)
          .first()
          .getByRole('link', { name: /^Call / })
          .first(),
      ),
    )
    .toBe(primary);
  await expect(choice(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(
    cards(page)
      .first()
      .getByRole('link', { name: /^Call / })
      .first(),
  ).toBeFocused();
  const names = await cards(page).getByRole('heading').allTextContents();
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(requests).toEqual([]);

  await page.reload();
  await expect(choice(page)).toHaveValue('JP');
  await expect(cards(page).first()).toContainText('Japan');

  await choice(page).selectOption('Another country');
  await expect(page.locator('[data-emergency-call]:visible')).toHaveCount(0);
  await page.reload();
  await expect(cards(page).first()).toContainText('Australia');
});

test('without JavaScript every country can be read, and nothing is offered that would do nothing @critical', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { javaScriptEnabled: false });
  await page.goto('/crisis');
  await expect(choice(page)).toBeHidden();
  await expect(page.locator('[data-emergency-call]')).toBeHidden();
  await expect(cards(page).filter({ hasText: 'United Kingdom' }).getByRole('link')).toHaveText([
    'Emergency 999',
    'Call 116 123',
    'Text SHOUT to 85258',
  ]);
});

test('the page looks right when nothing but itself could be fetched', async ({ openBrowser, tolerate }) => {
  tolerate(/net::ERR_/);
  const page = await openBrowser(null, { width: 375 });
  await page.route('/assets/**', (route) => route.abort());
  await page.goto('/crisis');
  const call = emergencyCall(page);
  await expect(call).toBeVisible();
  expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  expect(await groundOf(call)).toBe('rgb(43, 107, 90)');
});

test('whatever reaches somebody is large enough for a shaking hand, and the sources stand at the foot', async ({
  openBrowser,
}) => {
  for (const width of [375, 768, 1280]) {
    const page = await openBrowser(null, { width });
    await page.goto('/crisis');
    const ways = page.locator(
      'main a[href^="tel:"]:visible, main a[href^="sms:"]:visible, main li[data-crisis-country] a',
    );
    const heights = await ways.evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(12);
    expect(Math.min(...heights), `${width} px`).toBeGreaterThanOrEqual(48);
    const lastWay = (await ways.last().boundingBox())!;
    const sources = (await page.getByRole('heading', { name: 'Where these numbers come from' }).boundingBox())!;
    expect(sources.y).toBeGreaterThan(lastWay.y);
  }
});
