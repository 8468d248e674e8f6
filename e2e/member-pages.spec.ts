import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, failedResponse, test } from './support/journey.ts';

const publicPages = [
  '/crisis',
  '/self-help',
  '/privacy',
  '/guidelines',
  '/accessibility',
  '/waitlist',
  '/dmtools',
  '/forgot-password',
  '/no-such-page',
  '/waitlist-admin',
  '/book-admin',
];

const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const quickLinks = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const helpLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Get help now' });

test('a signed-in member keeps their navigation on public pages, and a visitor has none', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  tolerate(failedResponse(401));
  const member = await join('Ana');
  for (const width of [375, 768, 1280]) {
    const [page, visitor] = [await openBrowser(member, { width }), await openBrowser(null, { width })];
    for (const path of publicPages) {
      for (const openPage of [page, visitor]) {
        await openPage.goto(path);
        await expect(helpLink(openPage)).toBeVisible();
        await expect(openPage.getByRole('main').getByRole('heading').first()).toBeAttached();
        await openPage.evaluate(() => document.fonts.ready);
      }
      const navigation = width < 768 ? quickLinks(page) : mainLinks(page);
      await expect(navigation, `${path} at ${width} px`).toBeVisible();
      for (const name of ['Notifications', 'Messages', 'Profile'])
        await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Log in', exact: true })).toHaveCount(0);
      const [memberBox, visitorBox] = [await helpLink(page).boundingBox(), await helpLink(visitor).boundingBox()];
      expect(memberBox, `position of the help link at ${path}, ${width} px`).toEqual(visitorBox);
      await expect(mainLinks(visitor).or(quickLinks(visitor))).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }

  await test.step('navigation links open member screens, and the pages are accessible', async () => {
    const desktopPage = await openBrowser(member);
    await desktopPage.goto('/crisis');
    await expectAccessible(desktopPage, 'the crisis page of a member');
    await mainLinks(desktopPage).getByRole('link', { name: 'Gratitude Wall' }).click();
    await expect(desktopPage).toHaveURL('/gratitude-wall');
    const phonePage = await openBrowser(member, { width: 375, height: 667 });
    await phonePage.goto('/self-help');
    await expectAccessible(phonePage, 'the self-help library of a member');
    await phonePage.setViewportSize({ width: 375, height: 667 });
    await quickLinks(phonePage).getByRole('link', { name: 'Home' }).click();
    await expect(phonePage.getByRole('heading', { name: 'Community Feed' })).toBeAttached();
  });
});

test('without JavaScript a member keeps their navigation, and login pages redirect them', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join('Ana'), { javaScriptEnabled: false });
  await page.goto('/crisis');
  await expect(mainLinks(page).getByRole('link', { name: 'Events' })).toBeVisible();
  for (const [address, target] of [
    ['/login?returnTo=/crisis', '/crisis'],
    ['/signup?returnTo=/self-help', '/self-help'],
    ['/login?returnTo=https://evil.example/', '/'],
  ] as const) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page).toHaveURL(target);
  }
});

test('after signing out, the browser shows no member navigation, online or offline', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Ana'), { serviceWorkers: 'allow' });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/crisis');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.context().setOffline(true);
  await page.goto('/crisis');
  await expect(mainLinks(page)).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
  await page.goto('/crisis');
  await expect(mainLinks(page)).toHaveCount(0);
  await page.context().setOffline(true);
  await page.goto('/crisis');
  await expect(helpLink(page)).toBeVisible();
  await expect(mainLinks(page)).toHaveCount(0);
});
