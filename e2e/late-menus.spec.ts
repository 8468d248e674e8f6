import type { Locator, Page } from '@playwright/test';
import { holdChunk } from './support/chunks.ts';
import { composer, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const phone = { width: 375, height: 700, hasTouch: true, isMobile: true };
const optionsButton = (page: Page, text: string) => postWith(page, text).getByRole('button', { name: 'Post options' });
const openingButton = (page: Page) => page.locator('button[data-opening][aria-busy=true]');
const openingNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Opening' });

/** Types into the composer while something loads. Expects the whole text there and no menu. */
async function typeWhileLoading(page: Page, release: () => Promise<unknown>): Promise<void> {
  await composer(page).tap();
  await page.keyboard.type('I write ');
  await release();
  await expect(openingButton(page)).toHaveCount(0);
  await page.keyboard.type('on');
  await expect(composer(page)).toHaveValue('I write on');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** Touches a button and scrolls the page with the same touch. */
async function scrollByTouch(page: Page, button: Locator): Promise<void> {
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  const devTools = await page.context().newCDPSession(page);
  const sendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await sendTouch('touchStart', [{ x: x + 20, y: y + 20 }]);
  for (let step = 1; step <= 10; step += 1) await sendTouch('touchMove', [{ x: x + 20, y: y + 20 - step * 12 }]);
  await sendTouch('touchEnd', []);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
}

test('a loading post editor takes no focus from a member who types, and a scrolling touch opens no menu', async ({
  join,
  openBrowser,
}) => {
  const ana = await join();
  const texts = [unique('One'), unique('Two')];
  const longTexts = Array.from({ length: 6 }, (_, index) => unique(`Note ${index} ${'words and words '.repeat(20)}`));
  for (const text of [...texts, ...longTexts]) await ana.share(text);
  const page = await openBrowser(ana, phone);
  const release = await holdChunk(page, 'post-editor');
  await page.goto('/');
  const button = optionsButton(page, longTexts.at(-1) ?? '');
  await button.tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await scrollByTouch(page, button);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  const chooseEdit = async (text: string) => {
    await optionsButton(page, text).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit Post' }).press('Enter');
  };
  await chooseEdit(texts[0] ?? '');
  await expect(openingNotice(page)).toBeAttached();
  await expect(optionsButton(page, texts[0] ?? '')).toBeFocused();
  await typeWhileLoading(page, release);
  await expect(page.getByLabel('Edit your post')).toHaveCount(0);
  await chooseEdit(texts[1] ?? '');
  await expect(page.getByLabel('Edit your post')).toBeFocused();
});
