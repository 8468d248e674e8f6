import { expectAccessible } from './support/accessible.ts';
import { postWith, withoutServerRendering } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('an overloaded server does not sign the member out, who retries by keyboard on a phone @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join();
  const text = unique('Said before the rush.');
  await member.share(text);
  const page = await openBrowser(member, { width: 375, height: 700 });
  tolerate(failedResponse(503));
  await withoutServerRendering(page);
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  let serverState = Promise.resolve('overloaded');
  await page.route('/api/**', async (route) =>
    (await serverState) === 'overloaded'
      ? route.fulfill({
          status: 503,
          headers: { 'Retry-After': '2' },
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'urn:problem:server.unavailable', title: 'Back in a moment', status: 503 }),
        })
      : route.continue(),
  );
  await page.goto('/');
  const unreachableAlert = page.getByRole('alert').filter({ hasText: 'We cannot reach the community right now' });
  await expect(unreachableAlert).toBeVisible();
  await expect(unreachableAlert).toContainText('You are still signed in');
  await expect(page.getByRole('link', { name: 'Get help now' })).toBeVisible();
  await expectAccessible(page, 'an overloaded server');

  const retryButton = page.getByRole('button', { name: 'Try again' });
  const { promise, resolve } = Promise.withResolvers<string>();
  serverState = promise;
  await retryButton.focus();
  await page.keyboard.press('Enter');
  await expect(retryButton).toHaveAttribute('aria-busy', 'true');
  await expect(retryButton).toBeFocused();
  resolve('overloaded');
  await expect(retryButton).not.toHaveAttribute('aria-busy');
  await expect(retryButton).toBeFocused();

  serverState = Promise.resolve('available');
  await page.keyboard.press('Enter');
  await expect(postWith(page, text)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Share a post' })).toBeVisible();
});
