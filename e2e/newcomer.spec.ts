import { expectAccessible } from './support/accessible.ts';
import {
  chooseFromMenu,
  commentButton,
  composer,
  likeButton,
  postWith,
  shareInBrowser,
  toast,
} from './support/feed.ts';
import { expect, signUpInBrowser, test } from './support/journey.ts';
import { createPerson } from './support/member.ts';

test('two newcomers sign up, meet and interact, live in both browsers @critical', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer({}, 'embedded');
  const anasPage = await openBrowser(null, { server, serviceWorkers: 'allow' });

  await test.step('a visitor signs up from the landing page', async () => {
    await anasPage.goto('/');
    await expect(anasPage.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
    await anasPage.getByRole('link', { name: 'Log in' }).click();
    await anasPage.getByRole('link', { name: 'Create an account' }).click();
    await signUpInBrowser(anasPage, createPerson('Ana', 'Meadow'));
  });

  await test.step('after three welcome steps the composer opens with a sentence to complete', async () => {
    const continueTour = () => anasPage.getByRole('button', { name: 'Continue' }).click();
    await expect(anasPage.getByRole('heading', { name: 'How others see you' })).toBeFocused();
    await continueTour();
    await expect(anasPage.getByRole('heading', { name: 'What brings you here?' })).toBeFocused();
    await anasPage.getByLabel('To find some calm').check();
    await continueTour();
    await expect(anasPage.getByRole('heading', { name: 'How we treat each other' })).toBeFocused();
    await continueTour();
    await expect(anasPage.getByRole('heading', { name: 'Who runs this community?' })).toBeFocused();
    await anasPage.getByRole('button', { name: 'Skip' }).click();
    await expect(anasPage.getByRole('heading', { name: 'Good to have you here, Ana' })).toBeFocused();
    await expect(anasPage.getByRole('link', { name: 'Listen to a meditation' })).toBeVisible();
    await anasPage.getByRole('button', { name: /^One small thing that was good today/ }).click();
    await expect(composer(anasPage)).toBeFocused();
    await anasPage.keyboard.type('tea');
    await expect(composer(anasPage)).toHaveValue('One small thing that was good today: tea');
    await composer(anasPage).fill('');
    await expect(anasPage.getByRole('heading', { name: 'Welcome to The Mindful Commons' })).toBeVisible();
    await expect(
      anasPage.getByText('Be the first to share something with the community. Your voice matters here.'),
    ).toBeVisible();
    await expect(anasPage).toHaveTitle(/Community Feed/);
  });

  await test.step('the first member is an admin', async () => {
    expect(await (await anasPage.request.get('/api/auth/user')).json()).toMatchObject({
      firstName: 'Ana',
      role: 'admin',
    });
  });

  await shareInBrowser(anasPage, 'Good morning. I sat by the window for five minutes.');
  await expect(toast(anasPage)).toContainText('Your post has been shared with the community');

  const bensPage = await openBrowser(null, { server });
  await test.step('Ben signs up and reads Ana’s post', async () => {
    await bensPage.goto('/signup');
    await signUpInBrowser(bensPage, createPerson('Ben', 'Rivers'));
    for (const [title, button] of [
      ['How others see you', 'Skip'],
      ['What brings you here?', 'Skip'],
      ['How we treat each other', 'Continue'],
    ] as const) {
      await expect(bensPage.getByRole('heading', { name: title })).toBeFocused();
      await bensPage.getByRole('button', { name: button }).click();
    }
    await bensPage.getByRole('link', { name: 'Just look around' }).click();
    await expect(postWith(bensPage, 'I sat by the window')).toContainText('Ana Meadow');
    expect(await (await bensPage.request.get('/api/auth/user')).json()).toMatchObject({ role: 'user' });
  });

  await test.step('Ben’s new post waits until Ana presses the button above the feed', async () => {
    await shareInBrowser(bensPage, 'New here, and a little nervous.');
    await anasPage.getByRole('button', { name: '1 new post', exact: true }).click();
    await expect(anasPage.getByRole('article').first()).toContainText('a little nervous');
    await expect(anasPage.getByRole('button', { name: '1 new post', exact: true })).toBeHidden();
  });

  const anasPostForAna = postWith(anasPage, 'I sat by the window');
  const anasPostForBen = postWith(bensPage, 'I sat by the window');

  await test.step('Ben’s like and comment appear live for Ana', async () => {
    await likeButton(anasPostForBen).click();
    await expect(likeButton(anasPostForBen)).toHaveAccessibleName(/^Like 1 like,/);
    await expect(likeButton(anasPostForBen)).toHaveAttribute('aria-pressed', 'true');
    await expect(likeButton(anasPostForAna)).toHaveAccessibleName(/^Like 1 like,/);
    await expect(likeButton(anasPostForAna)).toHaveAttribute('aria-pressed', 'false');

    await commentButton(anasPostForBen).click();
    await anasPostForBen.getByPlaceholder('Write a comment...').fill('What did you see?');
    await anasPostForBen.getByPlaceholder('Write a comment...').press('Enter');
    await expect(toast(bensPage)).toContainText('Comment added');
    await expect(commentButton(anasPostForAna)).toHaveAccessibleName(/^Comment 1 comment,/);
    await commentButton(anasPostForAna).click();
    await expect(anasPostForAna.getByRole('listitem')).toContainText('What did you see?');
  });

  await test.step('Ben edits his post, and Ana sees the new text', async () => {
    await chooseFromMenu(postWith(bensPage, 'a little nervous'), 'Post options', 'Edit Post');
    await bensPage.getByLabel('Edit your post').fill('New here, and glad already.');
    await bensPage.getByRole('button', { name: 'Save' }).click();
    await expect(toast(bensPage)).toContainText('Post updated');
    await expect(postWith(anasPage, 'glad already')).toContainText('edited');
  });

  await test.step('Ben deletes the post after a confirmation, and it disappears for Ana', async () => {
    await chooseFromMenu(postWith(bensPage, 'glad already'), 'Post options', 'Delete Post');
    const confirmation = bensPage.getByRole('alertdialog');
    await expect(confirmation).toContainText('Are you sure you want to delete this post?');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(postWith(bensPage, 'glad already')).toBeVisible();

    await chooseFromMenu(postWith(bensPage, 'glad already'), 'Post options', 'Delete Post');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(bensPage)).toContainText('Post deleted');
    await expect(postWith(bensPage, 'glad already')).toHaveCount(0);
    await expect(postWith(anasPage, 'glad already')).toHaveCount(0);
  });

  await test.step('a reload shows the same posts', async () => {
    for (const page of [anasPage, bensPage]) {
      await page.reload();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('I sat by the window');
      await expect(likeButton(page.getByRole('article'))).toHaveAccessibleName(/^Like 1 like,/);
      await expect(commentButton(page.getByRole('article'))).toHaveAccessibleName(/^Comment 1 comment,/);
    }
    await expect(likeButton(anasPostForBen)).toHaveAttribute('aria-pressed', 'true');
  });
});

test('a member without a name chooses one by keyboard, and the back button goes through the welcome steps', async ({
  join,
  openBrowser,
  server,
}) => {
  const wren = await join('Wren');
  const database = await server.database();
  const clearName = () =>
    database.query(`UPDATE users SET first_name = '', last_name = '', name = '' WHERE email = $1`, [wren.email]);
  await clearName();
  const page = await openBrowser(wren);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/connections');
  const localPart = wren.email.split('@', 1)[0] ?? '';
  await expect(page.getByRole('heading', { name: 'What should we call you?' })).toBeFocused();
  await expect(page.getByText(`others see “${localPart}”`)).toBeVisible();
  await expectAccessible(page, 'the form for a missing name');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please tell us your first name')).toBeVisible();
  await page.keyboard.type('Jenny');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ displayName: 'Jenny' });

  await clearName();
  await page.goto('/events');
  await page.getByRole('button', { name: `Use “${localPart}”` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ firstName: localPart });

  await test.step('the back button goes through the welcome steps, and a reload keeps the step', async () => {
    const stepHeading = (name: string) => page.getByRole('heading', { name });
    await page.goto('/welcome');
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(stepHeading('What brings you here?')).toBeFocused();
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(stepHeading('How we treat each other')).toBeFocused();
    await page.goBack();
    await expect(stepHeading('What brings you here?')).toBeFocused();
    await page.reload();
    await expect(stepHeading('What brings you here?')).toBeFocused();
    await page.goBack();
    await expect(stepHeading('How others see you')).toBeFocused();
    await page.goto('/welcome?step=5');
    await expect(stepHeading('How others see you')).toBeFocused();
  });
});
