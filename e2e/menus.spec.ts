import type { Page } from '@playwright/test';
import { chooseFromMenu, commentButton, composer, holdRequest, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

const optionsButton = (page: Page, text: string) => postWith(page, text).getByRole('button', { name: 'Post options' });
const ownMenuButton = (page: Page) => page.getByRole('button', { name: /^Your menu/ });

test('a menu opens again right after it was closed', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  // Keep the closing animation running, as on a slow device.
  await page.addStyleTag({ content: '[role="menu"][data-state="closed"] { animation-duration: 30s !important; }' });
  const menuButton = page.getByRole('button', { name: /^Your menu/ });
  await menuButton.click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await menuButton.click();
  await expect(page.getByRole('menu')).toHaveAttribute('data-state', 'open');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menuButton).toBeFocused();
});

test('a member who leaves a menu for a field keeps the focus after the menu has closed', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join(), { width: 375, height: 700 });
  await page.goto('/');
  const menuButton = page.getByRole('button', { name: /^Your menu/ });
  const menu = page.getByRole('menu');
  await menuButton.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(menuButton).toBeFocused();

  await menuButton.click();
  await expect(menu).toBeVisible();
  // Delay zero-delay timers, as on a slow phone that runs them only after the next press.
  const releaseDelayedCallbacks = await page.evaluateHandle(() => {
    const delayedCallbacks: (() => void)[] = [];
    const originalSetTimeout = window.setTimeout.bind(window);
    window.setTimeout = ((callback: () => void, milliseconds?: number) =>
      milliseconds === 0
        ? delayedCallbacks.push(callback)
        : originalSetTimeout(callback, milliseconds)) as typeof window.setTimeout;
    return () => {
      window.setTimeout = originalSetTimeout;
      for (const callback of delayedCallbacks) callback();
      return delayedCallbacks.length;
    };
  });
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByPlaceholder('Search community...')).toBeFocused();
  expect(await releaseDelayedCallbacks.evaluate((release) => release())).toBeGreaterThan(0);
  await expect(page.getByPlaceholder('Search community...')).toBeFocused();
});

test('a menu and a dialog open at once when their code is loaded, also the first time', async ({
  admin,
  openBrowser,
}) => {
  const page = await openBrowser(admin);
  await page.goto('/meditations');
  for (const [name, role, code] of [
    ['Your menu', 'menu', 'header-menu'],
    ['Add Meditation', 'dialog', 'add-meditation-dialog'],
  ] as const) {
    const button = page.getByRole('button', { name });
    const codeResponse = page.waitForResponse(new RegExp(`/assets/${code}-`));
    await button.hover();
    const url = (await codeResponse).url();
    await page.evaluate(async (address) => void (await import(address)), url);
    const isOpen = button.evaluate(async (element: HTMLElement, selector) => {
      element.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return document.querySelector(selector) !== null;
    }, `[role=${role}]`);
    expect(await isOpen, name).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test('a menu closes with its screen', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), { width: 375, height: 700, hasTouch: true, isMobile: true });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().tap();
  await expect(composer(page)).toBeVisible();
  await ownMenuButton(page).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('a menu button closes its menu by mouse, touch and keyboard', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), { hasTouch: true });
  await page.goto('/');
  const [button, menu] = [ownMenuButton(page), page.getByRole('menu')];
  for (const press of [() => button.click(), () => button.tap()]) {
    await press();
    await expect(menu).toBeVisible();
    await press();
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await button.press('Space');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

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

test('when a post is deleted while its menu is open, focus moves to the feed', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('One');
  const { id } = await ben.share(text);
  await ben.share(unique('Two'));
  const page = await openBrowser(ana);
  await page.goto('/');
  await optionsButton(page, text).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await ben.delete(id);
  await expect(postWith(page, text)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Posts' })).toBeFocused();
});

test('when a comment is deleted while its menu is open, focus moves to the comments', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('One');
  const { id } = await ana.share(text);
  const comment = await ben.comment(id, 'Not for long');
  const page = await openBrowser(ana);
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: /^Comment options/ }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await request(ben, 'DELETE', `/api/posts/${id}/comments/${comment.id}`);
  await expect(page.getByText('Not for long')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Comments/ })).toBeFocused();
});

test('saving an edit does not take focus from a member who types elsewhere', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const text = unique('Hello');
  const { id } = await ana.share(text);
  const { id: commentId } = await ana.comment(id, 'Old words');
  const page = await openBrowser(ana);
  await page.goto('/');
  const post = postWith(page, text);
  await chooseFromMenu(post, 'Post options', 'Edit Post');
  await page.getByLabel('Edit your post').fill(`${text} better`);
  const heldSave = await holdRequest(page, `/api/posts/${id}`, 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  await heldSave.arrived;
  await composer(page).click();
  await page.keyboard.type('I write ');
  heldSave.release();
  await expect(optionsButton(page, text)).toBeVisible();
  await page.keyboard.type('on');
  await expect(composer(page)).toHaveValue('I write on');

  await commentButton(post).click();
  await chooseFromMenu(post, 'Comment options', 'Edit Comment');
  await post.getByLabel('Edit your comment').fill('New words');
  const heldCommentSave = await holdRequest(page, `/api/posts/${id}/comments/${commentId}`, 'PUT');
  await post.getByRole('button', { name: 'Save' }).click();
  await heldCommentSave.arrived;
  const commentField = post.getByPlaceholder('Write a comment...');
  await commentField.click();
  await page.keyboard.type('I write ');
  heldCommentSave.release();
  await expect(post.getByLabel('Edit your comment')).toHaveCount(0);
  await page.keyboard.type('on');
  await expect(commentField).toHaveValue('I write on');
});
