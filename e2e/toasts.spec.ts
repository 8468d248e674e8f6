import type { Page } from '@playwright/test';
import { chooseFromMenu, failRequest, postWith, shareInBrowser, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

async function swipeRight(page: Page, pixels: number) {
  const box = (await toast(page).boundingBox())!;
  await page.mouse.move(box.x + 80, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 80 + pixels, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
}

test('a newer toast replaces the older one', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  const text = unique('Two things at once.');
  await shareInBrowser(page, text);
  await expect(toast(page)).toContainText('Your post has been shared with the community');
  await page.getByRole('article').filter({ hasText: text }).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('menuitem', { name: 'Edit Post' }).click();
  await page.getByLabel('Edit your post').fill(`${text} Really.`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Post updated');
  await expect(toast(page)).toHaveCount(1);
});

test('a toast stays for five seconds', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  // The page measures the time itself, independent of polling by the journey.
  await page.evaluate(() => {
    const times = globalThis as unknown as {
      pressedAt?: number;
      shownAt?: number;
      closedAt?: number;
      comparisonAt?: number;
    };
    // Compare with another timer instead of the clock, because a blocked page runs overdue timers late but in order.
    const startComparisonTimer = () => setTimeout(() => (times.comparisonAt ??= performance.now()), 8_000);
    document.addEventListener('click', () => (times.pressedAt ??= performance.now()), { capture: true });
    new MutationObserver(() => {
      const isOpen = document.querySelector('li[data-state=open]') !== null;
      if (isOpen && times.shownAt === undefined) {
        times.shownAt = performance.now();
        startComparisonTimer();
      }
      if (!isOpen && times.shownAt !== undefined) times.closedAt ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await shareInBrowser(page, unique('Here for a moment.'));
  await expect(toast(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  const times = await page.evaluate(() => {
    type Times = Record<'pressedAt' | 'closedAt', number> & { comparisonAt?: number };
    const { pressedAt, closedAt, comparisonAt = Infinity } = globalThis as unknown as Times;
    return { visibleMilliseconds: closedAt - pressedAt, isTooLong: closedAt > comparisonAt };
  });
  // A busy page may notice the toast late, but not before the press.
  expect(times.visibleMilliseconds).toBeGreaterThan(4_900);
  expect(times.isTooLong).toBe(false);
});

test('F8 moves focus to the list of toasts', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await shareInBrowser(page, unique('For the keyboard.'));
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page)).toHaveCount(0);
});

test('a swipe of 50 px to the right dismisses a toast, a shorter one does not', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await shareInBrowser(page, unique('Swipe me.'));
  await expect(toast(page)).toBeVisible();
  await swipeRight(page, 40);
  await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(toast(page)).toBeVisible();
  await swipeRight(page, 60);
  await expect(toast(page)).toHaveAttribute('data-state', 'closed');
  await expect(toast(page)).toHaveCount(0);
});

test('on a phone a toast does not cover a dialog', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join(), { width: 375, height: 740 });
  await page.route('/api/posts/*', (route) =>
    route.request().method() === 'DELETE' ? failRequest(route) : route.fallback(),
  );
  tolerate(failedResponse(500));
  await page.goto('/');
  const text = unique('Shared too early.');
  await shareInBrowser(page, text);
  await chooseFromMenu(postWith(page, text), 'Post options', 'Delete Post');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  // The toast is hidden from screen readers behind the dialog, but visible.
  await expect(page.locator('li', { hasText: 'Failed to delete post' })).toBeVisible();
  const [toastBox, dialogBox] = await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
    return ['li[data-state=open]', '[role=alertdialog]'].map((selector) =>
      document.querySelector(selector)!.getBoundingClientRect().toJSON(),
    );
  });
  expect(toastBox.bottom).toBeLessThanOrEqual(dialogBox.top);
});
