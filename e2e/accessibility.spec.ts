import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, commentButton, composer, postWith, shareInBrowser, toast } from './support/feed.ts';
import { expect, failedAnswer, openForm, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { laterScreens, nowhere, publicScreens } from './support/screens.ts';

test.setTimeout(120_000);

const colorSchemes = ['light', 'dark'] as const;

for (const colorScheme of colorSchemes) {
  test(`visitors’ screens, ${colorScheme}`, async ({ openBrowser, tolerate }) => {
    tolerate(failedAnswer(404));
    const page = await openBrowser(null, { colorScheme });
    for (const path of [...publicScreens, nowhere]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, path);
    }
    await openForm(page, '/signup');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please tell us your first name')).toBeVisible();
    await expectAccessible(page, 'a sign-up form with mistakes');

    tolerate(failedAnswer(400));
    // Never answered.
    await page.route('/assets/*.js', () => undefined);
    for (const [path, button] of [
      ['/signup', 'Create account'],
      ['/waitlist', 'Join the waitlist'],
      ['/reset-password', 'Save the new password'],
    ] as const) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.getByRole('main').getByRole('button', { name: button }).click();
      await expect(page).toHaveTitle(/^Please check: /);
      await expectAccessible(page, `${path}, come back without its code`);
    }
  });

  test(`places that are not open yet, ${colorScheme}`, async ({ join, openBrowser }) => {
    const page = await openBrowser(await join(), { colorScheme });
    for (const path of Object.keys(laterScreens)) {
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
