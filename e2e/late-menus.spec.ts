import type { Page } from '@playwright/test';
import { holdChunk } from './support/chunks.ts';
import { composer, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
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

test('a menu that loads late does not take focus from a member who types', async ({ join, openBrowser }) => {
  const ana = await join();
  const text = unique('Hello');
  await ana.share(text);
  const page = await openBrowser(ana, phone);
  const release = await holdChunk(page, 'post-menu');
  await page.goto('/');
  await optionsButton(page, text).tap();
  await expect(openingButton(page)).toBeAttached();
  await typeWhileLoading(page, release);
  await optionsButton(page, text).tap();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a menu that fails to load does not take focus from a member who types', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const ana = await join();
  const text = unique('Hello');
  await ana.share(text);
  const page = await openBrowser(ana, phone);
  let requestCount = 0;
  await page.route('**/assets/post-menu-*.js', (route) => {
    requestCount += 1;
    return route.fulfill({ status: 404 });
  });
  await page.goto('/');
  await optionsButton(page, text).tap();
  await expect.poll(() => requestCount).toBeGreaterThan(0);
  await typeWhileLoading(page, () => expect.poll(() => requestCount).toBeGreaterThan(2));
  await expect(toast(page)).toHaveCount(0);
});

test('a loading menu keeps focus on its button, and Escape cancels it', async ({ join, openBrowser }) => {
  const ana = await join();
  const text = unique('Hello');
  await ana.share(text);
  const page = await openBrowser(ana);
  const release = await holdChunk(page, 'post-menu');
  await page.goto('/');
  await optionsButton(page, text).press('Enter');
  await expect(openingButton(page)).toBeAttached();
  await expect(optionsButton(page, text)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(openingButton(page)).toHaveCount(0);
  await release();
  await expect(optionsButton(page, text)).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
});

test('a loading menu does not open after a shortcut key was pressed', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  const release = await holdChunk(page, 'header-menu');
  await page.goto('/');
  const ownMenu = page.getByRole('button', { name: /^Your menu/ });
  await ownMenu.press('Enter');
  await expect(openingButton(page)).toBeAttached();
  await page.keyboard.press('g');
  await expect(openingButton(page)).toHaveCount(0);
  await release();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(ownMenu).toHaveAttribute('aria-expanded', 'false');
});

test('the later of two loading menus opens', async ({ join, openBrowser }) => {
  const ana = await join();
  const texts = [unique('One'), unique('Two')];
  for (const text of texts) await ana.share(text);
  const page = await openBrowser(ana, phone);
  const release = await holdChunk(page, 'post-menu');
  await page.goto('/');
  for (const text of texts) await optionsButton(page, text).tap();
  await release();
  await expect(page.getByRole('menu')).toHaveCount(1);
  await expect(optionsButton(page, texts[1] ?? '')).toHaveAttribute('aria-expanded', 'true');
});

test('a loading menu does not open after the screen has changed', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), phone);
  const release = await holdChunk(page, 'header-menu');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().tap();
  await expect(composer(page)).toBeVisible();
  const ownMenu = page.getByRole('button', { name: /^Your menu/ });
  await ownMenu.tap();
  await expect(openingButton(page)).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await release();
  await expect(openingButton(page)).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(ownMenu).toHaveAttribute('aria-expanded', 'false');
});

test('a dialog that loads late does not open while the member types in a field', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), phone);
  const release = await holdChunk(page, 'note-actions');
  await page.goto('/gratitude-wall');
  const addButton = page.getByRole('button', { name: 'Add Gratitude' }).first();
  await addButton.tap();
  await expect(openingButton(page)).toBeAttached();
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  await page.keyboard.type('cal');
  await release();
  await expect(openingButton(page)).toHaveCount(0);
  await page.keyboard.type('m');
  await expect(page.getByPlaceholder('Search community...')).toHaveValue('calm');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await addButton.tap();
  await expect(page.getByRole('dialog')).toBeVisible();
});

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

for (const [source, key] of [
  ['dictation, which sends no key events', null],
  ['a phone keyboard, which hides the key', 'Unidentified'],
  ['an input method', 'Process'],
] as const)
  test(`text from ${source} cancels a loading menu`, async ({ join, openBrowser }) => {
    const ana = await join();
    const text = unique('Hello');
    await ana.share(text);
    const page = await openBrowser(ana, phone);
    const release = await holdChunk(page, 'post-menu');
    await page.goto('/');
    await composer(page).focus();
    await optionsButton(page, text).tap();
    await expect(openingButton(page)).toBeAttached();
    await composer(page).evaluate((field: HTMLTextAreaElement, pressedKey) => {
      field.focus();
      if (pressedKey !== null) field.dispatchEvent(new KeyboardEvent('keydown', { key: pressedKey, bubbles: true }));
      document.execCommand('insertText', false, 'I say ');
    }, key);
    await expect(openingButton(page)).toHaveCount(0);
    await release();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('I say ');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
