import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failRequests, failRequest, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { idOf, request } from './support/members.ts';
import { givePoints } from './support/points.ts';

const rankedRows = (page: Page) => page.getByRole('list', { name: 'Ranked members' }).getByRole('listitem');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ownCard = (page: Page) => card(page, 'Your Rank');

test('members are ranked by points, ties share a rank, the top three get medals, and low ranks are encouraged', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  await Member.join(server, createPerson('Ada', 'Warden'));
  const members: Member[] = [];
  for (const points of [30, 20, 20, 9, 8, 7, 6, 5, 4, 3, 2]) {
    const member = await Member.join(server, createPerson(`Person${members.length}`, 'Field'));
    await givePoints(member, { points, seconds: members.length === 0 ? 125 : 0 });
    members.push(member);
  }
  const page = await openBrowser(members[10]);
  await page.goto('/leaderboard');
  await expect(page).toHaveTitle(/^Leaderboard · /);
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(rankedRows(page)).toHaveCount(11);
  const ranks = ['1, gold medal', '2, silver medal', '2, silver medal', ...[4, 5, 6, 7, 8, 9, 10, 11].map(String)];
  for (const [index, rank] of ranks.entries()) {
    const row = rankedRows(page).nth(index);
    await expect(row.getByText(`Rank ${rank}`, { exact: true })).toBeAttached();
    await expect(row.getByRole('link', { name: `Person${index} Field` })).toBeVisible();
  }
  await expect(rankedRows(page).first()).toContainText('30points');
  await expect(rankedRows(page).first()).toContainText('2 meditation minutes');
  await expect(rankedRows(page).last()).toContainText('You');
  await expect(ownCard(page).getByText('Rank 11', { exact: true })).toBeAttached();
  await expect(ownCard(page)).toContainText('11thall time');
  await expect(card(page, 'Keep Going')).toBeVisible();

  const earningRules = card(page, 'How to Earn Points').getByRole('listitem');
  await expect(earningRules).toHaveText([
    'Gratitude note+1',
    'Wellness win+1',
    'Post or reply+1',
    'Minute of meditation+1',
    'Completed meditation+5 bonus',
  ]);

  const tenthMembersPage = await openBrowser(members[9]);
  await tenthMembersPage.goto('/leaderboard');
  await expect(ownCard(tenthMembersPage).getByText('Rank 10', { exact: true })).toBeAttached();
  await expect(card(tenthMembersPage, 'Keep Going')).toBeHidden();

  const thirdMembersPage = await openBrowser(members[2], { width: 375, height: 812 });
  await thirdMembersPage.goto('/leaderboard');
  await expect(ownCard(thirdMembersPage).getByText('Rank 2, silver medal', { exact: true })).toBeAttached();
  await expect(rankedRows(thirdMembersPage)).toHaveCount(11);
  // On a phone, the explanation follows the tenth row instead of the end of the infinite list.
  const boxes = await Promise.all(
    [
      rankedRows(thirdMembersPage).nth(9),
      card(thirdMembersPage, 'How to Earn Points'),
      rankedRows(thirdMembersPage).nth(10),
    ].map((locator) => locator.boundingBox()),
  );
  const tops = boxes.map((locator) => locator!.y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await thirdMembersPage
    .getByRole('navigation', { name: 'Quick links' })
    .getByRole('link', { name: 'Profile' })
    .click();
  await thirdMembersPage.getByRole('link', { name: 'View the leaderboard' }).click();
  await expect(ownCard(thirdMembersPage)).toBeVisible();
});

test('the month and the week have their own rankings, which start empty and are kept in the URL', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const ana = await Member.join(server, createPerson('Ana', 'Lund'));
  const ben = await Member.join(server, createPerson('Ben', 'Field'));
  await givePoints(ana, { points: 40, daysAgo: 40 });
  const page = await openBrowser(ana);
  await page.goto('/leaderboard');
  const chips = page.getByRole('group', { name: 'Period' }).getByRole('button');
  await expect(chips).toHaveText(['All time', 'This month', 'This week']);
  await expect(rankedRows(page)).toHaveCount(1);
  await chips.nth(1).click();
  await expect(page).toHaveURL('/leaderboard?period=month');
  await expect(page.getByRole('heading', { name: 'A new month' })).toBeVisible();
  await expect(ownCard(page)).toContainText('Your first point this month puts you on the list.');

  await givePoints(ben, { points: 3 });
  await page.reload();
  await expect(chips.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(rankedRows(page)).toHaveCount(1);
  await expect(rankedRows(page).first()).toContainText('Ben Field');
  await expect(rankedRows(page).first()).toContainText('3points');
  await chips.nth(2).click();
  await expect(rankedRows(page).first()).toContainText('Ben Field');
  await chips.first().click();
  await expect(page).toHaveURL('/leaderboard');
  await expect(rankedRows(page).first()).toContainText('Ana Lund');
});

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

test('a low rank is rounded', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Ana'));
  await page.route('/api/leaderboard/me', async (route) => {
    const response = await route.fetch();
    const standing = (await response.json()) as object;
    await route.fulfill({ response, json: { ...standing, rank: 12_345, isRankExact: false, points: 3 } });
  });
  await page.goto('/leaderboard');
  await expect(ownCard(page).getByText('Rank about 12,000', { exact: true })).toBeAttached();
  await expect(card(page, 'Keep Going')).toBeVisible();
});

test('a member hides from the leaderboard, sees a kind note instead, and returns', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  // Members of other journeys are also named Ana Lund.
  const lastName = unique('Lund');
  const [ana, tom] = [await join('Ana', lastName), await join('Tom')];
  await givePoints(ana, { points: 1_000_000 });
  const [page, tomsPage] = [await openBrowser(ana), await openBrowser(tom)];
  await page.goto('/leaderboard');
  await expect(rankedRows(page).filter({ hasText: lastName })).toBeVisible();
  const visibilityCheckbox = page.getByRole('checkbox', { name: 'Show me on the leaderboard' });
  await expect(visibilityCheckbox).toBeChecked();
  await visibilityCheckbox.uncheck();
  await expect(toast(page)).toContainText('Settings saved');
  await expect(ownCard(page)).toContainText(
    'You are not on the leaderboard. You still earn points, and you can come back at any time.',
  );
  await expect(ownCard(page)).toContainText('1,000,000');
  await expect(visibilityCheckbox).toBeFocused();
  await expect(rankedRows(page).filter({ hasText: lastName })).toHaveCount(0);
  await tomsPage.goto('/leaderboard');
  await expect(ownCard(tomsPage)).toContainText('Your first point puts you on the list.');
  await expect(rankedRows(tomsPage).filter({ hasText: lastName })).toHaveCount(0);

  await page.goto('/settings');
  const settingsCheckbox = card(page, 'Leaderboard').getByRole('checkbox', { name: 'Show me on the leaderboard' });
  await expect(settingsCheckbox).not.toBeChecked();
  tolerate(failedResponse(500));
  await page.route('/api/settings', (route) =>
    route.request().method() === 'PUT' ? failRequest(route) : route.fallback(),
  );
  // Not `check`, because the choice reverts as soon as the server refuses it.
  await settingsCheckbox.click();
  await expect(toast(page)).toContainText('Your choice could not be saved. Please try again.');
  await expect(settingsCheckbox).not.toBeChecked();
  await page.unrouteAll({ behavior: 'wait' });
  await settingsCheckbox.check();
  await expect(toast(page)).toContainText('Settings saved');
  await page.goto('/leaderboard');
  await expect(rankedRows(page).filter({ hasText: lastName })).toBeVisible();
});

for (const width of [375, 1280])
  test(`a newcomer’s rank card keeps its height while it loads, ${width} px wide`, async ({ join, openBrowser }) => {
    const page = await openBrowser(await join(), { width, ...(width === 375 && { hasTouch: true, isMobile: true }) });
    const rank = await holdRequest(page, '/api/leaderboard/me');
    await page.goto('/leaderboard');
    await rank.arrived;
    const readHeight = async () => (await ownCard(page).boundingBox())!.height;
    await expect(page.getByRole('checkbox', { name: 'Show me on the leaderboard' })).toBeVisible();
    const loadingHeight = await readHeight();
    rank.release();
    await expect(ownCard(page)).toContainText('Your first point puts you on the list.');
    await expect(ownCard(page)).toContainText('No active days yet this month');
    expect(await readHeight()).toBe(loadingHeight);
  });

test('a blocked member disappears from the leaderboard at once, and the ranks below move up', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const people = [];
  for (const points of [30, 20, 10]) {
    const member = await Member.join(server, createPerson(`Person${points}`, 'Field'));
    await givePoints(member, { points });
    people.push(member);
  }
  const page = await openBrowser(people[2]);
  await page.goto('/leaderboard');
  await expect(rankedRows(page)).toHaveCount(3);
  await request(people[2]!, 'POST', `/api/blocks/${await idOf(people[1]!)}`);
  await expect(rankedRows(page)).toHaveCount(2);
  await expect(rankedRows(page).last().getByText('Rank 2, silver medal', { exact: true })).toBeAttached();
  await expect(ownCard(page).getByText('Rank 2, silver medal', { exact: true })).toBeAttached();
});

test('each section of the leaderboard that fails to load shows an error and can be retried', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join());
  tolerate(failedResponse(500));
  const url = /\/api\/(?:leaderboard(?:\/me)?|points\/streak)(?:\?|$)/;
  const failingRequests = await failRequests(page, url);
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'The leaderboard could not be loaded' })).toBeVisible();
  await expect(ownCard(page)).toContainText('Your rank could not be loaded.');
  await expectAccessible(page, 'a leaderboard that could not be loaded');
  failingRequests.restore();
  await ownCard(page).getByRole('button', { name: 'Try again' }).click();
  await expect(ownCard(page)).toContainText('Your first point puts you on the list.');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The leaderboard could not be loaded' })).toBeHidden();
});

test('more members load near the end of the list', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const last = await Member.join(server, createPerson('Zoe', 'Last'));
  for (let points = 2; points < 57; points += 1)
    await givePoints(await Member.join(server, createPerson('Robin', 'Field')), { points });
  await givePoints(last, { points: 1 });
  const page = await openBrowser(last);
  await page.goto('/leaderboard');
  await expect(rankedRows(page).first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return rankedRows(page).filter({ hasText: 'Zoe Last' }).count();
    })
    .toBe(1);
  await expect(rankedRows(page).last().getByText('Rank 56', { exact: true })).toBeAttached();
  await expect(ownCard(page).getByText('Rank 56', { exact: true })).toBeAttached();
});

test('the leaderboard is accessible and works by keyboard', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const longNamedMember = await Member.join(
    server,
    createPerson('Maximiliane-Friederike', 'von Hohenschwangau-Unbreakable'),
  );
  await givePoints(longNamedMember, { points: 1_234_567, seconds: 600_000 });
  const otherMembers: Member[] = [];
  for (let points = 12; points > 0; points -= 1) {
    otherMembers.push(await Member.join(server, createPerson('Robin', 'Field')));
    await givePoints(otherMembers.at(-1)!, { points });
  }
  const page = await openBrowser(otherMembers.at(-1));
  await page.goto('/leaderboard');
  await expect(card(page, 'Keep Going')).toBeVisible();
  await expectAccessible(page, 'the leaderboard');

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'All time' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'This month' })).toBeFocused();
  await expect(rankedRows(page)).toHaveCount(13);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(
    rankedRows(page)
      .first()
      .getByRole('link', { name: /^Maximiliane/ }),
  ).toBeFocused();
  await page.getByRole('checkbox', { name: 'Show me on the leaderboard' }).focus();
  await page.keyboard.press('Space');
  await expect(ownCard(page)).toContainText('You are not on the leaderboard.');
  await expectAccessible(page, 'the leaderboard of a hidden member');
});
