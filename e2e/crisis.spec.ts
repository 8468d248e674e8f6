import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { CommunityServer } from './support/community-server.ts';
import { waitForServiceWorker } from './support/device.ts';
import { expect, failedResponse, test } from './support/journey.ts';

const title = 'You do not have to get through this alone';

/** Makes the page add up its layout shifts (CLS). */
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
    // Layout shifts of a frame are reported with the next one.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (globalThis as unknown as { shifted: number }).shifted;
  });

for (const width of [375, 1280]) {
  for (const locale of ['en-US', 'en-IE', 'de-DE']) {
    test(`the crisis page does not shift while loading, ${width} px wide, ${locale}`, async ({ openBrowser }) => {
      const page = await openBrowser(null, { width, locale });
      await watchShifts(page);
      // Fonts load late, as on a slow connection.
      const { promise: fontsReleased, resolve: releaseFonts } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await fontsReleased;
        await route.continue();
      });
      await page.goto('/crisis', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      const fontsCame = Promise.all([page.waitForResponse(/figtree/), page.waitForResponse(/fraunces/)]);
      releaseFonts();
      await fontsCame;
      await expect(page.locator('html[data-ready]')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    });
  }
}

/**
 * Replaces the community's server. The replacement responds with 503, never responds, or stops in the middle of
 * the crisis page until `resume` is called.
 */
async function replaceServer(server: CommunityServer, kind: 'failing' | 'silent' | 'stalling') {
  const html = await (await fetch(`${server.url}/crisis`)).text();
  const cutAt = html.indexOf('data-crisis-country="US"');
  await server.pause();
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const other = createServer((request, response) => {
    if (kind === 'failing') response.writeHead(503).end();
    if (kind !== 'stalling' || request.url !== '/crisis') return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, cutAt));
    void resumed.then(() => response.end(html.slice(cutAt)));
  });
  other.listen(Number(new URL(server.url).port), '127.0.0.1');
  await once(other, 'listening');
  const stopReplacement = async () => {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  };
  return { resume, stopReplacement };
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
    await waitForServiceWorker(page);
    const readGuide = (name: string) =>
      page.evaluate((guide) => fetch(`/pdfs/${guide}.pdf`).then(({ status }) => status), name);
    expect(await readGuide('grounding-card')).toBe(200);
    const { stopReplacement } = await replaceServer(server, kind);
    tolerate(failedResponse(503));
    tolerate(/net::ERR_/);
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call / }).first()).toBeVisible();
    await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
    if (kind !== 'stalling') expect(await readGuide('grounding-card'), 'a guide opened before').toBe(200);
    if (kind === 'failing') expect(await readGuide('breathing-guide'), 'a guide not opened before').toBe(503);
    await stopReplacement();
  });
}

test('a page that stops loading half-way is usable, and the rest does not shift it until a country is chosen', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  // The replacement server has no fonts.
  tolerate(/net::ERR_/);
  const server = await startServer();
  const page = await openBrowser(null, { server, locale: 'en-US' });
  const { resume, stopReplacement } = await replaceServer(server, 'stalling');
  await page.goto('/crisis', { waitUntil: 'commit' });
  const first = cards(page)
    .first()
    .getByRole('link', { name: /^Call / })
    .first();
  await expect(first).toBeVisible();
  const number = (await first.textContent())!;
  await first.focus();
  const place = await first.boundingBox();
  resume();
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
  expect(await first.boundingBox()).toEqual(place);
  await expect(first).toHaveText(number);
  await expect(first).toBeFocused();

  await choice(page).selectOption('Japan');
  await choice(page).selectOption('United States');
  await expect(cards(page).first()).toContainText('United States');
  await stopReplacement();
});

const emergencyCall = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Call \d{3} \(.+\)$/ })
    .first();

const backgroundOf = (link: Locator): Promise<string> =>
  link.evaluate((element) => getComputedStyle(element).backgroundColor);

for (const [locale, number, firstWay] of [
  ['en-GB', 'Call 999 (United Kingdom)', 'Call 116 123'],
  ['en-US', 'Call 911 (United States)', 'Call 988'],
] as const) {
  test(`on a phone with locale ${locale}, the emergency number can be called before scripts load`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser(null, { width: 375, height: 600, locale });
    await page.route('/assets/*.js', () => undefined);
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(emergencyCall(page)).toHaveText(number);
    await expect(emergencyCall(page)).toBeInViewport({ ratio: 1 });
    const banner = (await page.getByText('If you are in immediate danger').locator('..').boundingBox())!;
    expect((await emergencyCall(page).boundingBox())!.width).toBe(banner.width - 32);
    const primary = await backgroundOf(emergencyCall(page));
    const way = (country: string) =>
      page
        .locator(`[data-crisis-country="${country}"]`)
        .getByRole('link', { name: /^Call / })
        .first();
    await expect(way(locale.slice(3))).toHaveText(firstWay);
    expect(await backgroundOf(way(locale.slice(3)))).toBe(primary);
    expect(await backgroundOf(way('NZ'))).not.toBe(primary);
  });
}

const choice = (page: Page) => page.getByRole('combobox', { name: 'Your country' });
const cards = (page: Page) => page.locator('[data-crisis-country]');

test('a visitor from an unlisted country sees no emergency number as theirs', async ({ openBrowser }) => {
  const page = await openBrowser(null, { locale: 'el-GR' });
  await page.goto('/crisis');
  await expect(page.getByText('If you are in immediate danger')).toBeVisible();
  await expect(page.locator('[data-emergency-call]:visible')).toHaveCount(0);
  await expect(choice(page)).toHaveValue('elsewhere');
  await page.getByRole('link', { name: 'My country is not listed' }).click();
  await expect(page.getByRole('link', { name: 'findahelpline.com' })).toBeInViewport();
});

test('a visitor chooses another country by keyboard, and it is first and stored only on this device', async ({
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
  const primary = await backgroundOf(emergencyCall(page));
  await expect
    .poll(() =>
      backgroundOf(
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

test('without JavaScript all countries are readable and no control is without effect @critical', async ({
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

test('the page is styled when none of its files can be fetched', async ({ openBrowser, tolerate }) => {
  tolerate(/net::ERR_/);
  const page = await openBrowser(null, { width: 375 });
  await page.route('/assets/**', (route) => route.abort());
  await page.goto('/crisis');
  const call = emergencyCall(page);
  await expect(call).toBeVisible();
  expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  expect(await backgroundOf(call)).toBe('rgb(43, 107, 90)');
});

test('phone and text links are large enough to press, and the sources are at the end', async ({ openBrowser }) => {
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
