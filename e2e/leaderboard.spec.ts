import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ownCard = (page: Page) => card(page, 'Your Rank');

test('the member’s own points, active days and rank update live', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/leaderboard');
  await expect(ownCard(page)).toContainText('Your first point puts you on the list.');
  await expect(ownCard(page)).toContainText('No active days yet this month');
  await ana.share('Good morning');
  await expect(ownCard(page)).toContainText('1 day this month');
  await expect(ownCard(page).getByText(/^Rank /)).toBeAttached();
});
