import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { CommunityServer } from './support/community-server.ts';
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

/** In the place of a community's server: answers 503 to everything, or nothing at all. */
async function standIn(server: CommunityServer, kind: 'failing' | 'silent') {
  await server.pause();
  const other = createServer((_, response) => {
    if (kind === 'failing') response.writeHead(503).end();
  });
  other.listen(Number(new URL(server.url).port), '127.0.0.1');
  await once(other, 'listening');
  return async () => {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  };
}

for (const kind of ['failing', 'silent'] as const) {
  test(`the crisis lines open at once while the server is ${kind}`, async ({ openBrowser, startServer, tolerate }) => {
    const server = await startServer();
    const page = await openBrowser(null, { server, serviceWorkers: 'allow' });
    await page.goto('/crisis');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller === null)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    const goAway = await standIn(server, kind);
    tolerate(failedAnswer(503));
    tolerate(/net::ERR_/);
    await page.goto('/crisis', { waitUntil: 'commit', timeout: 3_000 });
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 3_000 });
    await expect(page.getByRole('link', { name: /^Call / }).first()).toBeVisible();
    await goAway();
  });
}
