import { chooseFromMenu, commentButton, postWith } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { idOf } from './support/members.ts';
import { missingPath, publicScreens } from './support/screens.ts';

test('the header links to every section, and its menu to the resources', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  const header = page.getByRole('banner');
  const main = header.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Meditations', '/meditations'],
    ['Journal Prompts', '/journal-prompts'],
    ['Events', '/events'],
    ['Community Feed', '/'],
  ] as const) {
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
  for (const [name, path] of [
    ['Books', '/books'],
    ['Podcasts', '/podcasts'],
  ] as const) {
    await main.getByRole('button', { name: 'Resources' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await header.getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL('/messages');
});

test('the avatar menu links to the profile and signs out @critical', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Yara', 'Lind'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Your menu, Yara Lind' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');

  await page.getByRole('button', { name: 'Your menu, Yara Lind' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('drafts about deleted posts are deleted, and signing out does not ask about them', async ({
  join,
  openBrowser,
}) => {
  const [yara, ben] = [await join('Yara'), await join('Ben')];
  const [ownText, bensText] = [unique('Mine'), unique('Theirs')];
  const posts = [
    { author: yara, id: (await yara.share(ownText)).id },
    { author: ben, id: (await ben.share(bensText)).id },
  ];
  const page = await openBrowser(yara);
  await page.goto('/');
  await commentButton(postWith(page, bensText)).click();
  await postWith(page, bensText).getByRole('textbox').fill('Half an answer');
  await chooseFromMenu(postWith(page, ownText), 'Post options', 'Edit Post');
  await page
    .getByRole('region', { name: 'Posts' })
    .getByRole('textbox', { name: /edit/i })
    .fill('Mine, in other words');
  for (const { author, id } of posts) await author.delete(id);
  for (const text of [ownText, bensText]) await expect(postWith(page, text)).toHaveCount(0);
  // For open forms, drafts about a deleted post are kept for a few seconds.
  const readStorage = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(readStorage).not.toMatch(/Half an answer|in other words/);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('the sidebars show the member, the sections and help', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Yara', 'Lind'));
  await page.goto('/');
  const leftSidebar = page.getByRole('complementary', { name: 'Main sidebar' });
  await expect(leftSidebar.getByRole('link', { name: 'Yara Lind' })).toBeVisible();
  await expect(leftSidebar).toContainText('Mental Health Advocate');
  const links = leftSidebar.getByRole('navigation', { name: 'Community' }).getByRole('link');
  await expect(links).toHaveText([
    'Community Feed',
    'Gratitude Wall',
    'Wellness Wins',
    'Leaderboard',
    'Meditations',
    'Events',
    'Messages',
  ]);
  const rightSidebar = page.getByRole('complementary', { name: 'For you' });
  await expect(rightSidebar.getByRole('link', { name: 'Crisis Hotline 24/7 Support Available' })).toHaveAttribute(
    'href',
    '/crisis',
  );
  await rightSidebar.getByRole('link', { name: 'Self-Help Library Articles & Guides' }).click();
  await expect(page).toHaveURL('/self-help');
});

test('on a phone the bottom navigation is on every screen except an open chat', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const page = await openBrowser(ana, { width: 375 });
  const quickLinks = page.getByRole('navigation', { name: 'Quick links' });
  for (const path of ['/', '/connections', '/settings', '/messages', '/events', `/profile/${await idOf(ben)}`]) {
    await page.goto(path);
    await expect(quickLinks, path).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`/messages/${await idOf(ben)}`);
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  await expect(quickLinks).toHaveCount(0);
});

test('the current section is marked by a line, not only by color', async ({ join, openBrowser }) => {
  const member = await join();
  const page = await openBrowser(member, { width: 375 });
  const currentLink = page.getByRole('navigation', { name: 'Quick links' }).locator('[aria-current=page]');
  for (const [path, name] of [
    ['/', 'Home'],
    ['/profile', 'Profile'],
    [`/profile/${await idOf(member)}`, 'Profile'],
  ] as const) {
    await page.goto(path);
    await expect(currentLink).toHaveText(name);
    const line = await currentLink.evaluate((link) => {
      const { height, width, backgroundColor } = getComputedStyle(link, '::before');
      return { height, width, isVisible: backgroundColor !== 'rgba(0, 0, 0, 0)' };
    });
    expect(line).toEqual({ height: '4px', width: '32px', isVisible: true });
  }
});

test('the bottom navigation is shown only below 768 px', async ({ join, openBrowser }) => {
  const ben = await join('Ben');
  const page = await openBrowser(await join(), { width: 767 });
  await page.goto('/');
  const quickLinks = page.getByRole('navigation', { name: 'Quick links' });
  await expect(quickLinks.getByRole('link')).toHaveText(['Home', 'Gratitude', 'Wellness', 'Leaderboard', 'Profile']);
  await expect(quickLinks).toBeInViewport();
  await quickLinks.getByRole('link', { name: 'Gratitude' }).click();
  await expect(page).toHaveURL('/gratitude-wall');
  await expect(quickLinks).toBeVisible();
  await quickLinks.getByRole('link', { name: 'Profile' }).click();
  await expect(quickLinks.locator('[aria-current=page]')).toHaveText('Profile');
  await page.goto(`/profile/${await idOf(ben)}`);
  await expect(page.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  await expect(quickLinks.locator('[aria-current=page]')).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(quickLinks).toBeHidden();
});

test('on a small screen the header has logo, search, notifications, messages, one menu and help', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join('Yara', 'Lind'), { width: 375, height: 700 });
  await page.goto('/');
  await expect(page.getByRole('banner').locator('a:visible, button:visible')).toHaveText([
    'Mindful Commons',
    '',
    'Notifications',
    'Messages',
    /Your menu, Yara Lind$/,
    'Get help now',
  ]);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['Profile', 'Connections', 'Your Journal', 'Settings'],
    ...['Meditations', 'Journal Prompts', 'Books', 'Podcasts', 'Events'],
    'Sign Out',
  ]);
  await page.keyboard.press('Escape');
  // The header takes one row on all phones, also at 360 px.
  for (const width of [360, 340, 320]) {
    await page.setViewportSize({ width, height: 700 });
    expect((await page.getByRole('banner').boundingBox())?.height, `${width} px`).toBeLessThan(64);
  }
  await page.setViewportSize({ width: 375, height: 700 });
  await chooseFromMenu(page.getByRole('banner'), 'Your menu', 'Settings');
  await expect(page).toHaveURL('/settings');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByPlaceholder('Search community...')).toBeFocused();
  // From 1280 px on, the header has links to the sections.
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Profile',
    'Connections',
    'Your Journal',
    'Settings',
    'Sign Out',
  ]);
});

test('the skip link is the first Tab stop and skips the header', async ({ join, openBrowser }) => {
  for (const member of [await join(), null]) {
    const page = await openBrowser(member);
    await page.goto('/');
    // Wait for the heading, because the skip link of the loading layout is replaced.
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.keyboard.press('Tab');
    const skipLink = page.getByRole('link', { name: 'Skip to content' });
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('"Get help now" is in the header of every page and opens the crisis lines @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const visitor = await openBrowser();
  for (const path of [...publicScreens, missingPath]) {
    await visitor.goto(path);
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
  }
  const page = await openBrowser(await join());
  for (const path of ['/', '/settings', '/crisis', missingPath]) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
  }
  await page.goto('/');
  await page.getByRole('link', { name: 'Get help now' }).click();
  await expect(page).toHaveURL('/crisis');
  await expect(page.getByRole('heading', { name: 'You do not have to get through this alone' })).toBeVisible();
});

test('member screens redirect a visitor to login', async ({ openBrowser, tolerate }) => {
  const page = await openBrowser();
  tolerate(failedResponse(401));
  for (const path of ['/settings', '/messages']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(path)}`);
  }
});
