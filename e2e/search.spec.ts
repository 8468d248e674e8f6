import type { SearchResponse, SearchType } from '@commons/contract/search/schemas';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { composer, holdRequest } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { type Member, unique } from './support/member.ts';
import { request } from './support/members.ts';

const searchPlaceholder = 'Search community...';

/** Waits until a search finds something, because new text is indexed with a delay. */
const waitUntilIndexed = (member: Member, query: string, type: SearchType) =>
  expect
    .poll(async () => {
      const { groups } = await request<SearchResponse>(
        member,
        'GET',
        `/api/search?q=${encodeURIComponent(query)}&type=${type}`,
      );
      return groups[0]?.results.length ?? 0;
    })
    .toBeGreaterThan(0);

/** Opens the command list. Retries, because the shortcut works only once its code has loaded. */
async function openCommandList(page: Page): Promise<Locator> {
  const commandList = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(commandList).toBeVisible({ timeout: 500 });
  }).toPass();
  return commandList;
}

test('suggestions can be chosen by keyboard, Enter opens the results, and the search is suggested next time', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Benedikt', 'Quillfeather')];
  const { id } = await ben.share(unique('A quillfeather on the windowsill'));
  await waitUntilIndexed(ana, 'quillfeather', 'posts');
  await waitUntilIndexed(ana, 'quillfeather', 'people');
  const page = await openBrowser(ana);
  await page.goto('/');
  await expect(composer(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('quillfea');
  const searchBox = page.getByRole('combobox', { name: 'Search' });
  await expect(searchBox).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('option', { name: 'Benedikt Quillfeather', exact: true })).toBeVisible();
  const post = page.getByRole('option', { name: /on the windowsill/ }).first();
  await expect(post).toBeVisible();
  await expectAccessible(page, 'suggestions');
  for (let presses = 0; presses < 8 && (await post.getAttribute('aria-selected')) !== 'true'; presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(searchBox).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/posts/${id}`);
  // The feed stays visible until the post has loaded.
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.locator('#main')).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByPlaceholder(searchPlaceholder)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder(searchPlaceholder)).toHaveValue('');

  await test.step('Enter opens the results by type, and the search is suggested next time', async () => {
    await ana.share(unique('The first wobblegong of spring'));
    await waitUntilIndexed(ana, 'wobblegong', 'posts');
    await page.goto('/');
    await page.getByPlaceholder(searchPlaceholder).fill('wobblegong');
    await page.getByPlaceholder(searchPlaceholder).press('Enter');
    await expect(page).toHaveURL('/search?q=wobblegong');
    await expect(page.getByRole('heading', { name: 'Results for “wobblegong”' })).toBeVisible();
    await expect(page.getByRole('main').locator('mark', { hasText: 'wobblegong' }).first()).toBeVisible();
    await expectAccessible(page, 'results');
    await page.getByRole('tab', { name: 'Books' }).click();
    await expect(page.getByText('No books found')).toBeVisible();
    await expect(page.getByText('No match for “wobblegong” yet.')).toBeVisible();
    await expect(page).toHaveURL('/search?q=wobblegong&type=books');
    await expectAccessible(page, 'nothing found');
    await page.getByRole('tab', { name: 'Posts' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Ana Field' })).toBeVisible();

    await page.getByPlaceholder(searchPlaceholder).fill('');
    await page.getByPlaceholder(searchPlaceholder).focus();
    await expect(page.getByRole('option', { name: 'wobblegong' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('searches:')))).toBe(true);
  });
});

test('on a phone a button opens a full-width search field, and a second search is announced and gets focus', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join(), { width: 375, height: 812 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const searchBox = page.getByPlaceholder(searchPlaceholder);
  await expect(searchBox).toBeFocused();
  expect((await searchBox.boundingBox())!.width).toBeGreaterThan(340);
  await searchBox.fill('zzqx');
  await expect(page.getByRole('option', { name: 'All results for “zzqx”' })).toBeVisible();
  await expectAccessible(page, 'the search on a phone');
  await page.getByRole('option', { name: 'All results for “zzqx”' }).click();
  await expect(page).toHaveURL('/search?q=zzqx');
  await expect(page.getByText('No results')).toBeVisible();

  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByPlaceholder(searchPlaceholder)).toBeFocused();
  await page.getByPlaceholder(searchPlaceholder).fill('marshlantern');
  await page.getByPlaceholder(searchPlaceholder).press('Enter');
  await expect(page.getByRole('heading', { name: 'Results for “marshlantern”' })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Results for “marshlantern”' })).toBeAttached();
});

test('the command list and single-key shortcuts work by keyboard', async ({ join, openBrowser }) => {
  const [ana, wilhelmina] = [await join('Ana'), await join('Wilhelmina', 'Featherstone')];
  const page = await openBrowser(ana);
  await page.goto('/');
  await expect(composer(page)).toBeVisible();
  const commandList = await openCommandList(page);
  await expectAccessible(page, 'the command list');
  await page.keyboard.type('leaderb');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/leaderboard');
  await expect(commandList).toBeHidden();

  await test.step('single-key shortcuts are listed, inactive while typing, and can be turned off', async () => {
    await page.goto('/');
    await expect(composer(page)).toBeVisible();
    const shortcutsDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(shortcutsDialog).toBeVisible({ timeout: 500 });
    }).toPass();
    await expectAccessible(page, 'the shortcuts');
    await page.keyboard.press('Escape');
    await expect(shortcutsDialog).toBeHidden();
    await composer(page).pressSequentially('Why? / g');
    await expect(composer(page)).toHaveValue('Why? / g');
    await expect(shortcutsDialog).toBeHidden();
    await composer(page).fill('');

    await page.goto('/settings/display');
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder(searchPlaceholder)).not.toBeFocused();
    await expect(shortcutsDialog).toBeHidden();
  });

  await test.step('a command changes the theme', async () => {
    await page.keyboard.press('Control+k');
    await expect(commandList.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('Enter searches for the typed text, not for older suggestions', async () => {
    // The new member is indexed together with this post.
    await wilhelmina.share(unique('Good morning'));
    await waitUntilIndexed(ana, 'wilhelmina featherstone', 'people');
    await page.keyboard.press('Control+k');
    await expect(commandList.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('wilhelmina f');
    await expect(commandList.getByRole('option', { name: 'Wilhelmina Featherstone', exact: true })).toBeVisible();
    const heldSearch = await holdRequest(page, '/api/search');
    await page.keyboard.type('iord');
    await heldSearch.arrived;
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=wilhelmina(\+|%20)fiord$/);
    heldSearch.release();
  });

  await test.step('Enter signs out only if that command was selected', async () => {
    await page.keyboard.press('Control+k');
    await expect(commandList.getByRole('combobox')).toBeFocused();
    const signOut = commandList.getByRole('option', { name: 'Sign out', exact: true });
    await page.keyboard.type('sign out');
    await expect(signOut).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=sign(\+|%20)out$/);
    await page.keyboard.press('Control+k');
    await expect(commandList.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('sign out');
    await page.keyboard.press('ArrowUp');
    await expect(signOut).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  });
});
