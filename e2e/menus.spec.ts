import type { Page } from '@playwright/test';
import { postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const optionsButton = (page: Page, text: string) => postWith(page, text).getByRole('button', { name: 'Post options' });
test('a touch that scrolls from a menu button does not open the menu', async ({ join, openBrowser }) => {
  const ana = await join();
  const texts = Array.from({ length: 6 }, (_, index) => unique(`Note ${index} ${'words and words '.repeat(20)}`));
  for (const text of texts) await ana.share(text);
  const page = await openBrowser(ana, { width: 375, height: 700, hasTouch: true, isMobile: true });
  await page.goto('/');
  const button = optionsButton(page, texts.at(-1) ?? '');
  await button.tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  const devTools = await page.context().newCDPSession(page);
  const sendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await sendTouch('touchStart', [{ x: x + 20, y: y + 20 }]);
  for (let step = 1; step <= 10; step += 1) await sendTouch('touchMove', [{ x: x + 20, y: y + 20 - step * 12 }]);
  await sendTouch('touchEnd', []);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});
