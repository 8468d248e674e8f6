import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { chooseFromMenu, commentButton, composer, postWith, shareInBrowser, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { laterScreens, nowhere, publicScreens } from './support/screens.ts';

test.setTimeout(120_000);

const widths = [375, 1280] as const;
const colorSchemes = ['light', 'dark'] as const;

/** Waits for movement to end: a colour in mid-fade has a contrast that nobody is meant to read. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });

async function expectAccessible(page: Page, what: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await settle(page);
    // Legacy mode leaves out frames, of which there are none, and the page that would gather their findings.
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
    expect(serious, `${what}, ${width} px wide`).toEqual([]);
  }
}

for (const colorScheme of colorSchemes) {
  test(`visitors’ screens, ${colorScheme}`, async ({ openBrowser }) => {
    const page = await openBrowser(null, { colorScheme });
    for (const path of [...publicScreens, nowhere]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, path);
    }
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please tell us your first name')).toBeVisible();
    await expectAccessible(page, 'a sign-up form with mistakes');
  });

  test(`members’ screens, ${colorScheme}`, async ({ join, openBrowser }) => {
    const page = await openBrowser(await join(), { colorScheme });
    for (const path of ['/profile', '/connections', '/settings', ...Object.keys(laterScreens)]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, path);
    }
  });

  test(`the feed, its menus and its dialogs, ${colorScheme}`, async ({ join, openBrowser }) => {
    const author = await join('Sana');
    const text = unique('A post with a link: https://example.org/calm and more words.');
    const { id } = await author.share(text);
    await author.comment(id, 'And a comment.');
    const page = await openBrowser(author, { colorScheme });
    await page.goto('/');
    const post = postWith(page, text);
    await commentButton(post).click();
    await expect(post.getByText('And a comment.')).toBeVisible();
    await composer(page).fill('Something begun');
    await expectAccessible(page, 'the feed');

    await post.getByRole('button', { name: 'Post options' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'a post’s menu');
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await expect(page.getByLabel('Edit your post')).toBeVisible();
    await expectAccessible(page, 'a post being edited');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await chooseFromMenu(post, 'Post options', 'Delete Post');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, 'the question before deleting');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: /^Your menu/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'the avatar menu');
    await page.keyboard.press('Escape');

    await shareInBrowser(page, unique('One more.'));
    await expect(toast(page)).toBeVisible();
    // The pointer on it keeps the toast open.
    await toast(page).hover();
    await expectAccessible(page, 'a toast');

    await page.goto(`/posts/${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expectAccessible(page, 'a post on its own');
  });
}
