import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { CommunityServer } from './support/community-server.ts';
import { waitForServiceWorker } from './support/device.ts';
import { expect, failedResponse, test } from './support/journey.ts';

const title = 'You do not have to get through this alone';

/** Makes the page add up its layout shifts (CLS). */
const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const recorder = globalThis as unknown as { totalShift: number };
    recorder.totalShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) recorder.totalShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Layout shifts of a frame are reported with the next one.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (globalThis as unknown as { totalShift: number }).totalShift;
  });

test('the crisis page does not shift while loading', async ({ openBrowser }) => {
  for (const [width, locale] of [
    [375, 'en-IE'],
    [1280, 'de-DE'],
  ] as const) {
    const page = await openBrowser(null, { width, locale });
    await recordLayoutShifts(page);
    // Fonts load late, as on a slow connection.
    const { promise: fontsReleased, resolve: releaseFonts } = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fontsReleased;
      await route.continue();
    });
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    const fontResponses = Promise.all([page.waitForResponse(/figtree/), page.waitForResponse(/fraunces/)]);
    releaseFonts();
    await fontResponses;
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    expect(await readLayoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02);
  }
});

/**
 * Replaces the community's server. The replacement responds with 503, never responds, or stops in the middle of
 * the crisis page until `resume` is called.
 */
async function replaceServer(server: CommunityServer, kind: 'failing' | 'silent' | 'stalling') {
  const html = await (await fetch(`${server.url}/crisis`)).text();
  const cutIndex = html.indexOf('data-crisis-country="US"');
  await server.pause();
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const replacement = createServer((request, response) => {
    if (kind === 'failing') response.writeHead(503).end();
    if (kind !== 'stalling' || request.url !== '/crisis') return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, cutIndex));
    void resumed.then(() => response.end(html.slice(cutIndex)));
  });
  replacement.listen(Number(new URL(server.url).port), '127.0.0.1');
  await once(replacement, 'listening');
  const stopReplacement = async () => {
    replacement.closeAllConnections();
    replacement.close();
    await once(replacement, 'close');
  };
  return { resume, stopReplacement };
}

test('the crisis lines open at once while the server is failing, silent or stalling @critical', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer();
  const page = await openBrowser(null, { server, serviceWorkers: 'allow' });
  await page.goto('/crisis');
  await waitForServiceWorker(page);
  const fetchGuideStatus = (name: string) =>
    page.evaluate((guide) => fetch(`/pdfs/${guide}.pdf`).then(({ status }) => status), name);
  expect(await fetchGuideStatus('grounding-card')).toBe(200);
  tolerate(failedResponse(503));
  tolerate(/net::ERR_/);
  for (const kind of ['failing', 'silent', 'stalling'] as const) {
    const { stopReplacement } = await replaceServer(server, kind);
    await page.goto('/crisis', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call / }).first()).toBeVisible();
    await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
    if (kind !== 'stalling') expect(await fetchGuideStatus('grounding-card'), 'a guide opened before').toBe(200);
    if (kind === 'failing') expect(await fetchGuideStatus('breathing-guide'), 'a guide not opened before').toBe(503);
    await stopReplacement();
    await server.resume();
  }
});

test('a crisis page that has loaded half-way is usable, and loading the rest does not shift it', async ({
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
  const firstCallLink = countryCards(page)
    .first()
    .getByRole('link', { name: /^Call / })
    .first();
  await expect(firstCallLink).toBeVisible();
  const number = (await firstCallLink.textContent())!;
  await firstCallLink.focus();
  const firstCallBox = await firstCallLink.boundingBox();
  resume();
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator('[data-crisis-country="US"]')).toBeVisible();
  expect(await firstCallLink.boundingBox()).toEqual(firstCallBox);
  await expect(firstCallLink).toHaveText(number);
  await expect(firstCallLink).toBeFocused();

  await countrySelect(page).selectOption('Japan');
  await countrySelect(page).selectOption('United States');
  await expect(countryCards(page).first()).toContainText('United States');
  await stopReplacement();
});

const emergencyCall = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Call \d{3} \(.+\)$/ })
    .first();

const backgroundOf = (link: Locator): Promise<string> =>
  link.evaluate((element) => getComputedStyle(element).backgroundColor);

test('on a phone the emergency number can be called when no other file loads', async ({ openBrowser, tolerate }) => {
  tolerate(/net::ERR_/);
  const page = await openBrowser(null, { width: 375, height: 600, locale: 'en-GB' });
  await page.route('/assets/**', (route) => route.abort());
  await page.goto('/crisis', { waitUntil: 'commit' });
  await expect(emergencyCall(page)).toHaveText('Call 999 (United Kingdom)');
  await expect(emergencyCall(page)).toBeInViewport({ ratio: 1 });
  const banner = (await page.getByText('If you are in immediate danger').locator('..').boundingBox())!;
  const { width, height } = (await emergencyCall(page).boundingBox())!;
  expect(width).toBe(banner.width - 32);
  expect(height).toBeGreaterThanOrEqual(48);
  const primary = await backgroundOf(emergencyCall(page));
  expect(primary).toBe('rgb(43, 107, 90)');
  const firstContactLink = (country: string) =>
    page
      .locator(`[data-crisis-country="${country}"]`)
      .getByRole('link', { name: /^Call / })
      .first();
  await expect(firstContactLink('GB')).toHaveText('Call 116 123');
  expect(await backgroundOf(firstContactLink('GB'))).toBe(primary);
  expect(await backgroundOf(firstContactLink('NZ'))).not.toBe(primary);
});

const countrySelect = (page: Page) => page.getByRole('combobox', { name: 'Your country' });
const countryCards = (page: Page) => page.locator('[data-crisis-country]');

test('a visitor chooses another country by keyboard, which then comes first and is stored only on this device', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { locale: 'en-GB' });
  await page.goto('/crisis');
  await expect(countryCards(page).first()).toContainText('United Kingdom');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await countrySelect(page).focus();
  await page.keyboard.press('J');
  await expect(countrySelect(page)).toHaveValue('JM');
  await page.keyboard.press('ArrowDown');
  await expect(countrySelect(page)).toHaveValue('JP');
  await expect(emergencyCall(page)).toHaveText('Call 119 (Japan)');
  await expect(emergencyCall(page)).toHaveAttribute('href', 'tel:119');
  await expect(countryCards(page).first()).toContainText('Japan');
  await expect(page.getByRole('status')).toHaveText('Japan is now first. The emergency number above is 119.');
  const primary = await backgroundOf(emergencyCall(page));
  await expect
    .poll(() =>
      backgroundOf(
        countryCards(page)
          .first()
          .getByRole('link', { name: /^Call / })
          .first(),
      ),
    )
    .toBe(primary);
  await expect(countrySelect(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(
    countryCards(page)
      .first()
      .getByRole('link', { name: /^Call / })
      .first(),
  ).toBeFocused();
  const names = await countryCards(page).getByRole('heading').allTextContents();
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(requests).toEqual([]);

  await page.reload();
  await expect(countrySelect(page)).toHaveValue('JP');
  await expect(countryCards(page).first()).toContainText('Japan');

  await countrySelect(page).selectOption('Another country');
  await expect(page.locator('[data-emergency-call]:visible')).toHaveCount(0);
  await page.reload();
  await expect(countryCards(page).first()).toContainText('Australia');

  // For a visitor from an unlisted country, there is no button for an emergency call.
  const unlistedPage = await openBrowser(null, { locale: 'el-GR' });
  await unlistedPage.goto('/crisis');
  await expect(unlistedPage.getByText('If you are in immediate danger')).toBeVisible();
  await expect(unlistedPage.locator('[data-emergency-call]:visible')).toHaveCount(0);
  await expect(countrySelect(unlistedPage)).toHaveValue('elsewhere');
  await unlistedPage.getByRole('link', { name: 'My country is not listed' }).click();
  await expect(unlistedPage.getByRole('link', { name: 'findahelpline.com' })).toBeInViewport();
});

test('the crisis page is readable without JavaScript, and its links are large enough to press @critical', async ({
  openBrowser,
}) => {
  const noScriptPage = await openBrowser(null, { javaScriptEnabled: false });
  await noScriptPage.goto('/crisis');
  await expect(countrySelect(noScriptPage)).toBeHidden();
  await expect(noScriptPage.locator('[data-emergency-call]')).toBeHidden();
  await expect(countryCards(noScriptPage).filter({ hasText: 'United Kingdom' }).getByRole('link')).toHaveText([
    'Emergency 999',
    'Call 116 123',
    'Text SHOUT to 85258',
  ]);
  for (const width of [375, 768, 1280]) {
    const page = await openBrowser(null, { width });
    await page.goto('/crisis');
    const contactLinks = page.locator(
      'main a[href^="tel:"]:visible, main a[href^="sms:"]:visible, main li[data-crisis-country] a',
    );
    const heights = await contactLinks.evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(12);
    expect(Math.min(...heights), `${width} px`).toBeGreaterThanOrEqual(48);
    const lastContactBox = (await contactLinks.last().boundingBox())!;
    const sources = (await page.getByRole('heading', { name: 'Where these numbers come from' }).boundingBox())!;
    expect(sources.y).toBeGreaterThan(lastContactBox.y);
  }
});
