import { chooseFromMenu } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { idOf } from './support/members.ts';
import { missingPath, publicScreens } from './support/screens.ts';

test('a member reaches every section from the header and the sidebars, and signs out @critical', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join('Yara', 'Lind'));
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

  await test.step('the sidebars show the member, the sections and help', async () => {
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

  await test.step('the avatar menu links to the profile and signs out', async () => {
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
});

test('on a phone the header takes one row, and the bottom navigation is on every screen except an open chat', async ({
  join,
  openBrowser,
}) => {
  const [member, ben] = [await join('Yara', 'Lind'), await join('Ben')];
  const page = await openBrowser(member, { width: 375, height: 700 });
  const quickLinks = page.getByRole('navigation', { name: 'Quick links' });
  const currentLink = quickLinks.locator('[aria-current=page]');
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

  await page.setViewportSize({ width: 375, height: 700 });
  for (const path of ['/', '/connections', '/settings', '/messages', '/events', `/profile/${await idOf(ben)}`]) {
    await page.goto(path);
    await expect(quickLinks, path).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`/messages/${await idOf(ben)}`);
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  await expect(quickLinks).toHaveCount(0);

  await test.step('the current section is marked by a line, not only by color', async () => {
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

  await test.step('it is shown only below 768 px', async () => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto('/');
    await expect(quickLinks.getByRole('link')).toHaveText(['Home', 'Gratitude', 'Wellness', 'Leaderboard', 'Profile']);
    await expect(quickLinks).toBeInViewport();
    await quickLinks.getByRole('link', { name: 'Gratitude' }).click();
    await expect(page).toHaveURL('/gratitude-wall');
    await expect(quickLinks).toBeVisible();
    await quickLinks.getByRole('link', { name: 'Profile' }).click();
    await expect(currentLink).toHaveText('Profile');
    await page.goto(`/profile/${await idOf(ben)}`);
    await expect(page.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
    await expect(currentLink).toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(quickLinks).toBeHidden();
  });
});

test('the skip link and "Get help now" are on every page', async ({ join, openBrowser, tolerate }) => {
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
  for (const openPage of [visitor, page]) {
    await openPage.goto('/');
    // Wait for the heading, because the skip link of the loading layout is replaced.
    await expect(openPage.getByRole('heading', { level: 1 })).toBeAttached();
    await openPage.keyboard.press('Tab');
    const skipLink = openPage.getByRole('link', { name: 'Skip to content' });
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport();
    await openPage.keyboard.press('Enter');
    await expect(openPage.getByRole('main')).toBeFocused();
  }
  await page.getByRole('link', { name: 'Get help now' }).click();
  await expect(page).toHaveURL('/crisis');
  await expect(page.getByRole('heading', { name: 'You do not have to get through this alone' })).toBeVisible();
});
