import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { holdChunk } from './support/chunks.ts';
import { commentButton, composer, postWith, shareButton, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

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

test('comments whose code fails to load show an error in place and load on retry', async ({ join, openBrowser }) => {
  const member = await join();
  const text = unique('Two words will do.');
  const { id } = await member.share(text);
  await member.comment(id, 'Here they are.');
  const page = await openBrowser(member);
  const restoreChunk = await blockChunk(page, 'comments');
  await page.goto('/');
  await composer(page).fill('Half a thought');
  const post = postWith(page, text);
  await commentButton(post).click();
  await expect(post.getByRole('alert')).toContainText('This part could not be loaded');
  await expect(composer(page)).toHaveValue('Half a thought');

  await restoreChunk();
  await post.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(post.getByText('Here they are.')).toBeVisible();
  await expect(post.getByRole('alert')).toHaveCount(0);
  await expect(post.getByRole('region', { name: 'Comments' })).toBeFocused();
});

test('comments whose code fails to load twice offer to reload the page', async ({ join, openBrowser }) => {
  const member = await join();
  const text = unique('After the update.');
  await member.share(text);
  const page = await openBrowser(member);
  const restoreChunk = await blockChunk(page, 'comments');
  await page.goto('/');
  const post = postWith(page, text);
  await commentButton(post).click();
  await post.getByRole('button', { name: 'Try again' }).click();
  const reloadButton = post.getByRole('button', { name: 'Reload the page' });
  await expect(reloadButton).toBeFocused();
  await restoreChunk();
  const loadEvent = page.waitForEvent('load');
  await reloadButton.press('Enter');
  await loadEvent;
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await commentButton(post).click();
  await expect(post.getByText('No comments yet.')).toBeVisible();
});

test('a menu whose code fails to load keeps its button and opens on a later press', async ({ join, openBrowser }) => {
  const member = await join();
  const text = unique('With options.');
  await member.share(text);
  const page = await openBrowser(member);
  const restoreChunks = [await blockChunk(page, 'post-menu'), await blockChunk(page, 'header-menu')];
  await page.goto('/');
  const optionsButton = postWith(page, text).getByRole('button', { name: 'Post options' });
  await optionsButton.press('Enter');
  await expect(toast(page)).toContainText('This could not be opened. Please try again.');
  await expect(optionsButton).toBeFocused();
  // The toast stays while the pointer is over it.
  await toast(page).hover();
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
  const ownMenuButton = page.getByRole('button', { name: 'Your menu' });
  await ownMenuButton.press('Enter');
  await expect(toast(page)).toContainText('This could not be opened. Please try again.');
  await expect(ownMenuButton).toBeFocused();

  for (const restore of restoreChunks) await restore();
  await optionsButton.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ownMenuButton.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
});

test('a menu whose code is loading announces it and opens', async ({ join, openBrowser }) => {
  const member = await join();
  const text = unique('On a slow line.');
  await member.share(text);
  const page = await openBrowser(member);
  const release = await holdChunk(page, 'post-menu');
  await page.goto('/');
  await postWith(page, text).getByRole('button', { name: 'Post options' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Opening' })).toBeAttached();
  await release();
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeVisible();
  await expect(page.locator('[data-opening]')).toHaveCount(0);
});

test('a dialog whose code fails to load opens on a later press', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  const restoreChunk = await blockChunk(page, 'edit-profile-dialog');
  await page.goto('/profile');
  const editButton = page.getByRole('button', { name: 'Edit Profile' });
  await editButton.click();
  await expect(toast(page)).toContainText('This could not be opened. Please try again.');
  await restoreChunk();
  await editButton.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a picture viewer whose code fails to load opens on a later press', async ({ join, openBrowser }) => {
  const member = await join();
  const text = unique('A picture of it.');
  const page = await openBrowser(member);
  const restoreChunk = await blockChunk(page, 'picture-viewer');
  await page.goto('/');
  await composer(page).fill(text);
  await page.getByLabel('Picture files').setInputFiles(fileURLToPath(new URL('support/portrait.png', import.meta.url)));
  await page.getByLabel('What does it show?').fill('A window');
  await shareButton(page).click();
  const picture = postWith(page, text).getByRole('button', { name: 'A window' });
  await picture.click();
  await expect(toast(page)).toContainText('could not be opened');
  await expect(picture).toBeFocused();
  await restoreChunk();
  await picture.press('Enter');
  await expect(page.getByRole('dialog').getByRole('img', { name: 'A window' })).toBeVisible();
});

test('a screen whose code is gone reloads the page, and then opens @critical', async ({ join, openBrowser }) => {
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
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('a first screen whose code is missing shows one error and does not reload repeatedly', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  let loads = 0;
  page.on('load', () => (loads += 1));
  const restoreChunk = await blockChunk(page, 'settings-screen');
  await page.goto('/settings', { waitUntil: 'commit' });
  const notice = page.locator('[data-load-notice]');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  expect(loads).toBeLessThanOrEqual(2);
  await restoreChunk();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
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
  await page.waitForLoadState('networkidle');
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

test('a confirmation whose code fails to load opens on a later press', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  const restoreChunk = await blockChunk(page, 'confirm');
  await page.goto('/');
  await composer(page).fill('Half a thought');
  const signOut = async () => {
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  };
  await signOut();
  await expect(toast(page)).toContainText('This could not be opened. Please try again.');
  await restoreChunk();
  await signOut();
  await expect(page.getByRole('alertdialog', { name: 'Sign out before it’s sent?' })).toBeVisible();
  await expect(composer(page)).toHaveValue('Half a thought');
});
