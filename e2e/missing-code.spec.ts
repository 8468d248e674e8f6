import type { Page } from '@playwright/test';
import { composer, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';

/** Makes a script respond with 404, as after a deployment. Returns a function that restores it. */
async function blockChunk(page: Page, name: string): Promise<() => Promise<void>> {
  const address = `**/assets/${name}-*.js`;
  await page.route(address, (route) => route.fulfill({ status: 404 }));
  return () => page.unroute(address);
}

test.beforeEach(({ tolerate }) => {
  tolerate(failedResponse(404));
  tolerate(/dynamically imported module|Error loading route module/);
});

test('a screen whose code is gone reloads the page once, and then opens @critical', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/profile');
  await page.locator('html[data-ready]').waitFor();
  const restoreChunk = await blockChunk(page, 'settings-screen');
  const loadEvent = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Settings' }).click();
  await loadEvent;
  await expect(page).toHaveURL('/profile');
  await restoreChunk();
  await page.getByRole('link', { name: 'Settings' }).click();
  const heading = page.getByRole('heading', { name: 'Settings', level: 1 });
  await expect(heading).toBeVisible();

  // A first screen without its code shows one error and does not reload repeatedly.
  const restoreAgain = await blockChunk(page, 'settings-screen');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/settings', { waitUntil: 'commit' });
  const notice = page.locator('[data-load-notice]');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  expect(loads).toBeLessThanOrEqual(2);
  await restoreAgain();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(heading).toBeVisible();
});

test('a screen whose code cannot be loaded offline keeps the page until the device is online', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/Failed to fetch|ERR_INTERNET_DISCONNECTED|net::ERR/);
  const page = await openBrowser(await join());
  await page.goto('/');
  await composer(page).fill('Half a thought');
  await page.goto('/profile');
  // The notification area loads after the screen.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Leaderboard' }).first().click();
  await expect(toast(page)).toContainText('You are offline');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
  const loadEvent = page.waitForEvent('load');
  await page.context().setOffline(false);
  await loadEvent;
  await page.getByRole('banner').getByRole('link', { name: 'Community Feed' }).click();
  await expect(composer(page)).toHaveValue('Half a thought');
});
