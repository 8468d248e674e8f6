import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The page is served by its worker, which has kept what visitors may read. */
export async function underControl(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');
}

/** A member's page is served by its worker, which has kept the application, too: its shell comes last. */
export async function untilApplicationKept(page: Page): Promise<void> {
  await underControl(page);
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const shell = await caches.match('/__spa-fallback.html', { cacheName: 'application', ignoreSearch: true });
          return shell?.ok;
        }),
      { timeout: 20_000 },
    )
    .toBe(true);
}
