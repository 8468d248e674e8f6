import type { Page } from '@playwright/test';
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

test('a loading post editor is announced and does not take focus from a member who types', async ({
  join,
  openBrowser,
}) => {
  const ana = await join();
  const texts = [unique('One'), unique('Two')];
  for (const text of texts) await ana.share(text);
  const page = await openBrowser(ana, phone);
  const release = await holdChunk(page, 'post-editor');
  await page.goto('/');
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
