import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, commentButton, composer, postWith, shareInBrowser, toast } from './support/feed.ts';
import { expect, failedResponse, openForm, test } from './support/journey.ts';
import { createToneMeditation } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { sendMessage } from './support/messages.ts';
import { missingPath, publicScreens, settingsScreens } from './support/screens.ts';

test('visitor screens are accessible', async ({ openBrowser, tolerate }) => {
  tolerate(failedResponse(404));
  const page = await openBrowser();
  for (const path of [...publicScreens, missingPath]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page, path);
  }
  await openForm(page, '/signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please tell us your first name')).toBeVisible();
  await expectAccessible(page, 'a sign-up form with errors');

  tolerate(failedResponse(400));
  // Scripts never load, so the server validates the forms.
  await page.route('/assets/*.js', () => undefined);
  for (const [path, button] of [
    ['/signup', 'Create account'],
    ['/waitlist', 'Join the waitlist'],
    ['/reset-password?token=none', 'Save password'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await expect(page).toHaveTitle(/^Please check: /);
    await expectAccessible(page, `${path}, rejected without scripts`);
  }
});

test('the feed, its menus and its dialogs are accessible', async ({ join, openBrowser }) => {
  const author = await join('Sana');
  const text = unique('A post with a link: https://example.org/calm and more words.');
  const { id } = await author.share(text);
  await author.comment(id, 'And a comment.');
  const page = await openBrowser(author);
  await page.goto('/');
  const post = postWith(page, text);
  await commentButton(post).click();
  await expect(post.getByText('And a comment.')).toBeVisible();
  await composer(page).fill('Something begun');
  await expectAccessible(page, 'the feed');

  await post.getByRole('button', { name: 'Post options' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of a post');
  await page.getByRole('menuitem', { name: 'Edit Post' }).click();
  await expect(page.getByLabel('Edit your post')).toBeVisible();
  await expectAccessible(page, 'a post being edited');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseFromMenu(post, 'Post options', 'Delete Post');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the delete confirmation');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the avatar menu');
  await page.keyboard.press('Escape');

  const toastShown = toast(page).waitFor();
  await shareInBrowser(page, unique('One more.'));
  await toastShown;
  // Focus keeps the toast open at every width. A pointer would leave it when the window is resized.
  await page.keyboard.press('F8');
  await expectAccessible(page, 'a toast');
  await expect(toast(page), 'still open after all checks').toBeVisible();

  await page.goto(`/posts/${id}`);
  await expect(post.getByRole('heading', { level: 1, name: `Post by ${author.name}` })).toHaveCount(1);
  await expectAccessible(page, 'a post on its own');
});

test('every post has a heading, and all buttons of a feed have distinct names', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const texts = [unique('First light on the hill.'), unique('First light in the kitchen.'), unique('Rain again.')];
  const first = await ana.share(texts[0]!);
  await ana.share(texts[1]!);
  await ben.share(texts[2]!);
  await ana.comment(first.id, 'A word to myself.');
  await ana.comment(first.id, 'And one more.');
  const page = await openBrowser(ana);
  await page.goto('/');
  for (const [index, name] of [ana.name, ana.name, ben.name].entries()) {
    await expect(postWith(page, texts[index]!).getByRole('heading', { level: 2, name: `Post by ${name}` })).toHaveCount(
      1,
    );
  }
  const post = postWith(page, texts[0]!);
  await commentButton(post).click();
  await expect(post.getByRole('listitem')).toHaveCount(2);
  const feed = page.getByRole('region', { name: 'Posts', exact: true });
  const names = await feed
    .getByRole('article')
    .filter({ hasText: /First light|Rain again/ })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent));
  expect(names.length).toBeGreaterThan(12);
  expect(names.filter((name, index) => names.indexOf(name) !== index && name !== 'Send comment')).toEqual([]);
  await expect(post.getByRole('button', { name: /^Like, post by Ana Field: First light on the hill/ })).toBeVisible();
  await expect(post.getByRole('button', { name: /^Comment 2 comments, post by Ana Field/ })).toBeVisible();

  await page.goto('/profile');
  await expect(postWith(page, texts[0]!).getByRole('heading', { level: 3, name: `Post by ${ana.name}` })).toBeVisible();
});

test('screens announce messages only in live regions that already exist', async ({ join, openBrowser, admin }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Good morning');
  const { id } = await ana.share(unique('Read aloud.'));
  const page = await openBrowser(ana);
  await page.addInitScript(() => {
    const recorder = globalThis as unknown as { filledOnInsert: string[] };
    recorder.filledOnInsert = [];
    new MutationObserver((mutations) => {
      for (const { addedNodes } of mutations) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll('[role=status]')])
            if (region.matches('[role=status]') && region.isConnected && region.textContent.trim() !== '')
              recorder.filledOnInsert.push(region.outerHTML.slice(0, 160));
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const expectNoneFilledOnInsert = async (context: string) =>
    expect(
      await page.evaluate(() => (globalThis as unknown as { filledOnInsert: string[] }).filledOnInsert),
      context,
    ).toEqual([]);
  const { id: meditationId } = await createToneMeditation(admin);
  for (const path of [
    '/',
    `/posts/${id}`,
    '/profile',
    '/connections',
    '/notifications',
    '/settings',
    ...settingsScreens,
    '/welcome',
    '/messages',
    '/meditations',
    `/meditations/${meditationId}`,
    '/gratitude-wall',
    '/wellness-wins',
    '/leaderboard',
    '/points',
    '/journal-prompts',
    '/journal',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expectNoneFilledOnInsert(path);
  }
  await page.goto('/messages');
  await page.getByRole('searchbox', { name: 'Search names and messages' }).fill('nobody at all');
  await expect(page.getByText('Nothing found for')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search names and messages' }).fill('morning');
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached();
  await expectNoneFilledOnInsert('the search in messages');
  await page.goto('/');
  await composer(page).fill('x'.repeat(4_990));
  await expect(page.getByRole('status').filter({ hasText: '10 characters left' })).toBeAttached();
  await expectNoneFilledOnInsert('the composer');
});

test('forced colors mode shows which item is selected and which elements are buttons', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Good morning');
  const page = await openBrowser(ana, { forcedColors: 'active' });
  const outlineOf = (name: string | RegExp, role: 'link' | 'tab') =>
    page
      .getByRole('main')
      .or(page.getByRole('navigation', { name: 'Community' }))
      .getByRole(role, { name })
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await page.goto('/');
  await expect(composer(page)).toBeVisible();
  expect(await outlineOf('Community Feed', 'link')).toBe('solid');
  expect(await outlineOf('Events', 'link')).toBe('none');
  await composer(page).focus();
  const borderOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(await borderOf('Share')).toBe('1px');
  await page.goto('/messages');
  await expect(page.getByRole('tab', { name: 'Conversations' })).toBeVisible();
  expect(await outlineOf('Conversations', 'tab')).toBe('solid');
  expect(await outlineOf('Requests', 'tab')).toBe('none');
  await page.getByRole('main').getByRole('link', { name: ben.name }).click();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeFocused();
  expect(await outlineOf(ben.name, 'link')).toBe('solid');
});
