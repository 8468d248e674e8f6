import type { Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';

/** Makes the page record the toast's text and duration, because the toast is visible too briefly to poll for. */
const recordToast = (page: Page) =>
  page.addInitScript(() => {
    let shownAt: number | undefined;
    const checkToast = () => {
      const toastText = document.querySelector('[role=region] li')?.textContent ?? '';
      if (toastText.includes('Unauthorized')) {
        shownAt ??= performance.now();
        sessionStorage.setItem('toast', toastText);
      }
      requestAnimationFrame(checkToast);
    };
    checkToast();
    navigation.addEventListener('navigate', ({ destination }) => {
      if (destination.url.includes('/api/login'))
        sessionStorage.setItem('milliseconds', String(performance.now() - (shownAt ?? Infinity)));
    });
  });

async function expectToastWasSeen(page: Page) {
  const { milliseconds, toast: toastText } = await page.evaluate((): Record<string, string> => ({ ...sessionStorage }));
  expect(toastText).toContain('Unauthorized');
  expect(toastText).toContain('You are logged out. Logging in again...');
  expect(Number(milliseconds)).toBeGreaterThanOrEqual(490);
}

test.beforeEach(({ tolerate }) => tolerate(failedResponse(401)));

test('the redirect waits half a second from when the toast is visible, even if its code loads late @critical', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await recordToast(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  await page.route('**/assets/toaster-*.js', async (route) => {
    markRequested();
    await released;
    await route.continue();
  });
  const unauthorizedResponse = page.waitForResponse('**/api/auth/user');
  await page.goto('/events');
  await unauthorizedResponse;
  await requested;
  await expect(toast(page)).toHaveCount(0);
  release();
  await expect(page).toHaveURL('/login?returnTo=%2Fevents');
  await expectToastWasSeen(page);
});
