import {
  installOlderVersion,
  canFetch,
  findOlderFilesAndShells,
  olderFiles,
  waitForCachedApplication,
  waitForWaitingWorker,
} from './support/device.ts';
import { composer, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';

const shellPath = '/__spa-fallback.html';

test('a new version is offered when nobody is typing, and starts on request', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  // The browser treats a response that Playwright fulfilled as coming from another network.
  tolerate(/net::ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/);
  const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
  await installOlderVersion(page);
  await page.goto('/');
  await waitForCachedApplication(page);
  await page.context().unrouteAll({ behavior: 'wait' });
  await composer(page).fill('In the middle of a sentence');
  const otherPage = await page.context().newPage();
  await otherPage.goto('/meditations');
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
  await page.bringToFront();
  await waitForWaitingWorker(page);
  await expect(composer(page)).toBeFocused();
  await expect(toast(page)).toHaveCount(0);

  await composer(page).blur();
  await expect(toast(page)).toContainText('A new version is ready');
  await page.keyboard.press('F8');
  const reloadButton = page.getByRole('button', { name: 'Reload' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(reloadButton).toBeFocused();
  const loadEvent = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loadEvent;
  await expect(composer(page)).toHaveValue('In the middle of a sentence');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBe(null);
  // The other page keeps running and can still load the files of its version.
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Meditations' })).toBeVisible();
  await expect.poll(() => findOlderFilesAndShells(page)).toEqual([shellPath, ...olderFiles]);
  for (const file of olderFiles) expect(await canFetch(otherPage, file), file).toBe(true);
  // The old files are deleted when the last page of the old version closes, even if newer pages are open.
  const laterPage = await page.context().newPage();
  await laterPage.goto('/events');
  await otherPage.close();
  await page.reload();
  await expect.poll(() => findOlderFilesAndShells(page)).toEqual([shellPath]);
});

test('when an older version is replaced in the background, the application still opens offline', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
  const context = page.context();
  await installOlderVersion(page);
  await page.goto('/');
  await waitForCachedApplication(page);
  await context.unrouteAll({ behavior: 'wait' });
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await waitForWaitingWorker(page);
  const newerWorker = context.serviceWorkers().at(-1)!;
  await page.close();
  const readNewerState = () =>
    newerWorker.evaluate(() => (globalThis as unknown as { serviceWorker: ServiceWorker }).serviceWorker.state);
  await expect.poll(readNewerState).toBe('activated');

  tolerate(/net::ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  const laterPage = await context.newPage();
  await laterPage.goto('/messages');
  await expect(laterPage.getByRole('heading', { name: 'We cannot reach the community right now' })).toBeVisible();
  expect(await findOlderFilesAndShells(laterPage)).toEqual([expect.stringContaining(`${shellPath}?`), ...olderFiles]);
  await context.setOffline(false);
  await laterPage.reload();
  await expect.poll(() => findOlderFilesAndShells(laterPage)).toEqual([shellPath]);
});

test('a shell that refers to files of another version is not cached as this version', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
  const { promise: shellFetched, resolve: markFetched } = Promise.withResolvers<void>();
  await page.context().route(`**${shellPath}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/entry\.client-[\w-]+\.js/g, 'entry.client-newer.js');
    await route.fulfill({ response, body });
    markFetched();
  });
  await page.goto('/');
  await shellFetched;
  await page.context().unrouteAll({ behavior: 'wait' });
  await page.reload();
  await waitForCachedApplication(page);
  const cachedShell = await page.evaluate(
    async (url) => (await caches.match(url, { ignoreSearch: true }))?.text(),
    shellPath,
  );
  expect(cachedShell).toContain('entry.client-');
  expect(cachedShell).not.toContain('entry.client-newer');
});
