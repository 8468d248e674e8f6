import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/journey.ts';
import { request } from './support/members.ts';

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('a member sees how they earned and lost points, and their own rank live', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Points history' }).click();
  await expect(page).toHaveURL('/points');
  await expect(page).toHaveTitle(/^Your Points · /);
  await expect(page.getByRole('heading', { name: 'No points yet' })).toBeVisible();
  await expectAccessible(page, 'no points yet');

  const { id } = await ana.share('Good morning');
  await ana.comment(id, 'And good night');
  const note = { content: 'Rain on the roof', positionX: 20, positionY: 20, rotation: 0 };
  await request(ana, 'POST', '/api/gratitude-posts', note);
  const win = { title: 'A walk', content: 'Ten minutes', category: 'other' };
  const { id: winId } = await request<{ id: string }>(ana, 'POST', '/api/wellness-wins', win);
  await request(ana, 'DELETE', `/api/wellness-wins/${winId}`);
  await expect(entries(page)).toHaveCount(5);
  for (const [index, pattern] of [
    /^A wellness win.*Removed after deletion.*−1 point$/,
    /^A wellness win.*\+1 point$/,
    /^A gratitude note.*\+1 point$/,
    /^A reply.*\+1 point$/,
    /^A post.*\+1 point$/,
  ].entries())
    await expect(entries(page).nth(index)).toHaveText(pattern);
  await expect(page.getByText(/^\d days? this month$/)).toBeVisible();
  await expectAccessible(page, 'the points history');
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click();
  await page.getByRole('link', { name: 'Points history' }).click();
  await expect(entries(page)).toHaveCount(5);

  // The first point shows at once on the leaderboard.
  const ben = await join('Ben');
  const bensPage = await openBrowser(ben);
  await bensPage.goto('/leaderboard');
  const ownCard = bensPage.getByRole('region', { name: 'Your Rank', exact: true });
  await expect(ownCard).toContainText('Your first point puts you on the list.');
  await expect(ownCard).toContainText('No active days yet this month');
  await ben.share('Good morning');
  await expect(ownCard).toContainText('1 day this month');
  await expect(ownCard.getByText(/^Rank /)).toBeAttached();
});
