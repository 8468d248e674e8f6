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
  const ana = await openBrowser(null, { server, serviceWorkers: 'allow' });

  await test.step('a visitor signs up from the waitlist page', async () => {
    await ana.goto('/');
    await expect(ana.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
    await expect(ana.getByRole('form', { name: 'Waitlist' })).toBeVisible();
    await ana.getByRole('link', { name: 'Log in' }).click();
    await ana.getByRole('link', { name: 'Create an account' }).click();
    await signUpInBrowser(ana, createPerson('Ana', 'Meadow'));
  });

  await test.step('three welcome steps end in the composer with a sentence to complete', async () => {
    const next = () => ana.getByRole('button', { name: 'Continue' }).click();
    await expect(ana.getByRole('heading', { name: 'What should we call you?' })).toBeFocused();
    await next();
    await expect(ana.getByRole('heading', { name: 'What brings you here?' })).toBeFocused();
    await ana.getByLabel('To find some calm').check();
    await next();
    await next();
    await expect(ana.getByText('Please confirm that you are 18 or over')).toBeVisible();
    await ana.getByLabel('I am 18 or over, and I will follow these guidelines').check();
    await next();
    await expect(ana.getByRole('heading', { name: 'Good to have you here, Ana' })).toBeFocused();
    await expect(ana.getByRole('link', { name: 'Listen to a meditation' })).toBeVisible();
    await ana.getByRole('button', { name: /^One small thing that was good today/ }).click();
    await expect(composer(ana)).toBeFocused();
    await ana.keyboard.type('tea');
    await expect(composer(ana)).toHaveValue('One small thing that was good today: tea');
    await composer(ana).fill('');
    await expect(ana.getByRole('heading', { name: 'Welcome to The Mindful Commons' })).toBeVisible();
    await expect(
      ana.getByText('Be the first to share something with the community. Your voice matters here.'),
    ).toBeVisible();
    await expect(ana).toHaveTitle(/Community Feed/);
  });

  await test.step('the first member is an admin', async () => {
    expect(await (await ana.request.get('/api/auth/user')).json()).toMatchObject({ firstName: 'Ana', role: 'admin' });
  });

  await shareInBrowser(ana, 'Good morning. I sat by the window for five minutes.');
  await expect(toast(ana)).toContainText('Your post has been shared with the community');

  const ben = await openBrowser(null, { server });
  await test.step('a second member signs up and reads what she shared', async () => {
    await ben.goto('/signup');
    await signUpInBrowser(ben, createPerson('Ben', 'Rivers'));
    for (const title of ['What should we call you?', 'What brings you here?', 'How we treat each other']) {
      await expect(ben.getByRole('heading', { name: title })).toBeFocused();
      await ben.getByRole('button', { name: 'Skip' }).click();
    }
    await ben.getByRole('link', { name: 'Just look around' }).click();
    await expect(postWith(ben, 'I sat by the window')).toContainText('Ana Meadow');
    expect(await (await ben.request.get('/api/auth/user')).json()).toMatchObject({ role: 'user' });
  });

  await test.step('his new post waits above her feed until she shows it', async () => {
    await shareInBrowser(ben, 'New here, and a little nervous.');
    await ana.getByRole('button', { name: '1 new post', exact: true }).click();
    await expect(ana.getByRole('article').first()).toContainText('a little nervous');
    await expect(ana.getByRole('button', { name: '1 new post', exact: true })).toBeHidden();
  });

  const anasPost = postWith(ana, 'I sat by the window');
  const herPostAtBens = postWith(ben, 'I sat by the window');

  await test.step('his like and comment appear on her screen live', async () => {
    await likeButton(herPostAtBens).click();
    await expect(likeButton(herPostAtBens)).toHaveAccessibleName(/^Like 1 like,/);
    await expect(likeButton(herPostAtBens)).toHaveAttribute('aria-pressed', 'true');
    await expect(likeButton(anasPost)).toHaveAccessibleName(/^Like 1 like,/);
    await expect(likeButton(anasPost)).toHaveAttribute('aria-pressed', 'false');

    await commentButton(herPostAtBens).click();
    await herPostAtBens.getByPlaceholder('Write a comment...').fill('What did you see?');
    await herPostAtBens.getByPlaceholder('Write a comment...').press('Enter');
    await expect(toast(ben)).toContainText('Comment added');
    await expect(commentButton(anasPost)).toHaveAccessibleName(/^Comment 1 comment,/);
    await commentButton(anasPost).click();
    await expect(anasPost.getByRole('listitem')).toContainText('What did you see?');
  });

  await test.step('he edits his post, and she sees the new text', async () => {
    await chooseFromMenu(postWith(ben, 'a little nervous'), 'Post options', 'Edit Post');
    await ben.getByLabel('Edit your post').fill('New here, and glad already.');
    await ben.getByRole('button', { name: 'Save' }).click();
    await expect(toast(ben)).toContainText('Post updated');
    await expect(postWith(ana, 'glad already')).toContainText('edited');
  });

  await test.step('he deletes the post after a confirmation, and it disappears for her', async () => {
    await chooseFromMenu(postWith(ben, 'glad already'), 'Post options', 'Delete Post');
    const question = ben.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this post?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(postWith(ben, 'glad already')).toBeVisible();

    await chooseFromMenu(postWith(ben, 'glad already'), 'Post options', 'Delete Post');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(ben)).toContainText('Post deleted');
    await expect(postWith(ben, 'glad already')).toHaveCount(0);
    await expect(postWith(ana, 'glad already')).toHaveCount(0);
  });

  await test.step('a reload shows the same posts', async () => {
    for (const page of [ana, ben]) {
      await page.reload();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('I sat by the window');
      await expect(likeButton(page.getByRole('article'))).toHaveAccessibleName(/^Like 1 like,/);
      await expect(commentButton(page.getByRole('article'))).toHaveAccessibleName(/^Comment 1 comment,/);
    }
    await expect(likeButton(herPostAtBens)).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the back button goes through the welcome steps, and a reload keeps the step', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Wren'));
  const question = (name: string) => page.getByRole('heading', { name });
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(question('What brings you here?')).toBeFocused();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(question('How we treat each other')).toBeFocused();
  await page.goBack();
  await expect(question('What brings you here?')).toBeFocused();
  await page.reload();
  await expect(question('What brings you here?')).toBeFocused();
  await page.goBack();
  await expect(question('What should we call you?')).toBeFocused();
  await page.goto('/welcome?step=5');
  await expect(question('What should we call you?')).toBeFocused();
});

for (const width of [375, 1280])
  test(`a member without a name chooses one by keyboard at ${width} px and continues to the requested page`, async ({
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
    await page.setViewportSize({ width, height: 800 });
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
  });
