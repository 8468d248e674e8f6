import { readFile } from 'node:fs/promises';
import { healthFigureNames } from '@commons/contract/admin';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member } from './support/member.ts';
import { adminScreens } from './support/screens.ts';

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const options = (page: Page, name: string) =>
  page.getByRole('button', { name: `Member options, ${name}`, exact: true });
async function choose(page: Page, name: string, item: string): Promise<void> {
  await options(page, name).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
const roleOf = (page: Page, name: string) => row(page, name).getByRole('cell').nth(1);
const memberNames = (page: Page) => page.getByRole('rowheader').allInnerTexts();
const statistic = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('an admin finds members, changes roles and flags, and sees the changes in the audit log', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer();
  const ada = await Member.join(server, createPerson('Ada', 'Warden'));
  const ben = await Member.join(server, createPerson('Ben', 'Marsh'));
  await Member.join(server, createPerson('Cleo', 'Abbot'));
  const page = await openBrowser(ada);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  for (const [label, count] of [
    ['Total Users', '3'],
    ['Admins', '1'],
    ['Managers', '0'],
    ['Flagged Users', '0'],
  ] as const)
    await expect(statistic(page, label)).toHaveText(count);
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Email', 'Role', 'Last Login', 'Status', 'Actions']);
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  expect(await memberNames(page)).toEqual(
    ['Ada Warden', 'Ben Marsh', 'Cleo Abbot'].map((name) => expect.stringContaining(name)),
  );

  // Admins cannot change their own role or flag.
  await expect(row(page, 'Ada Warden').getByText('Admin (you)')).toBeVisible();
  await expect(options(page, 'Ada Warden')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'History of Ada Warden' })).toBeVisible();

  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('rowheader').first()).toContainText('Cleo Abbot');
  await page.getByLabel('Search members').fill('ben ma');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([/Ben Marsh/]);

  // Ben's open pages update live.
  const bensPage = await openBrowser(ben);
  const connection = await controlLiveConnection(bensPage);
  await bensPage.goto('/profile');
  await expect(bensPage.getByRole('heading', { level: 1, name: 'Ben Marsh' })).toBeVisible();
  await connection.waitForFrame();
  await options(page, 'Ben Marsh').press('Enter');
  await page.getByRole('menuitem', { name: 'Make admin' }).press('Enter');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Make Ben Marsh an admin?');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
  await expect(roleOf(page, 'Ben Marsh')).toHaveText('User');
  await expect(options(page, 'Ben Marsh')).toBeFocused();
  await choose(page, 'Ben Marsh', 'Make admin');
  await confirmation.getByRole('button', { name: 'Make admin' }).click();
  await expect(toast(page)).toContainText('Role updated');
  await expect(statistic(page, 'Admins')).toHaveText('2');
  await expect(bensPage.getByRole('main').getByRole('link', { name: 'Admin Panel' })).toBeVisible();
  await choose(page, 'Ben Marsh', 'Make manager');
  await expect(confirmation).toContainText('Remove Ben Marsh as an admin?');
  await confirmation.getByRole('button', { name: 'Remove admin' }).click();
  await expect(bensPage.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);

  await choose(page, 'Ben Marsh', 'Flag');
  await expect(confirmation).toContainText('Flag Ben Marsh?');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(options(page, 'Ben Marsh')).toBeFocused();
  await choose(page, 'Ben Marsh', 'Flag');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('User flag updated');
  await expect(options(page, 'Ben Marsh')).toBeFocused();
  await expect(row(page, 'Ben Marsh').getByText('Flagged', { exact: true })).toBeVisible();
  await expect(statistic(page, 'Flagged Users')).toHaveText('1');
  await page.getByLabel('Status').selectOption('Flagged');
  await page.getByLabel('Search members').fill('');
  await expect(page.getByRole('rowheader')).toHaveText([/Ben Marsh/]);
  await page.getByLabel('Status').selectOption('Suspended');
  await expect(page.getByRole('heading', { name: 'No members found' })).toBeVisible();
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Role', { exact: true }).selectOption('Manager');
  await expect(page.getByRole('rowheader')).toHaveText([/Ben Marsh/]);

  tolerate(failedResponse(500));
  await page.route('**/api/admin/users/*/role', failRequest);
  await choose(page, 'Ben Marsh', 'Make user');
  await expect(toast(page)).toContainText('Failed to update role. Please try again.');
  await expect(roleOf(page, 'Ben Marsh')).toHaveText('Manager');
  await page.route('**/api/admin/users/*/flag', failRequest);
  await choose(page, 'Ben Marsh', 'Unflag');
  await expect(toast(page)).toContainText('Failed to update flag status. Please try again.');
  await expectAccessible(page, 'the admin panel');

  await page.setViewportSize({ width: 375, height: 700 });
  const card = page.getByRole('listitem', { name: 'Ben Marsh' });
  await expect(card.getByText('Manager', { exact: true })).toBeVisible();
  await page.getByLabel('Role', { exact: true }).selectOption('All roles');
  await page.getByLabel('Order').selectOption('By name, Z to A');
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('heading')).toHaveText([
    /Cleo Abbot/,
    /Ben Marsh/,
    /Ada Warden/,
  ]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await choose(page, 'Ben Marsh', 'History');
  const entries = page.getByRole('list', { name: /Actions, newest first/ }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(0)).toContainText('Flagged: Ben Marsh');
  await expect(entries.nth(1)).toContainText(/Role changed: Ben Marsh\s*from admin, to manager/);
  await expect(entries.nth(2)).toContainText('by Ada Warden');
  await page.getByLabel('Action', { exact: true }).selectOption('Flagged');
  await expect(entries).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect(page).not.toHaveURL(/memberId/);
  await page.getByLabel('Action', { exact: true }).selectOption('All actions');
  await expect(entries.last()).toContainText('Became the first admin');
  await expectAccessible(page, 'the audit log');

  await page.request.post('/api/auth/request-password-reset', { data: { email: ben.email } });
  const mails = page.getByRole('list', { name: /Stored emails/ }).getByRole('listitem');
  await expect(async () => {
    await page.goto('/admin/mails');
    await expect(mails.filter({ hasText: ben.email })).toHaveCount(1);
  }).toPass();
  await expectAccessible(page, 'the stored emails');

  // A member without the admin role is redirected home.
  tolerate(failedResponse(403));
  for (const path of adminScreens) {
    const noticeShown = expect(toast(bensPage)).toContainText(/Access Denied.*Admin access required for this page\./);
    await bensPage.goto(path);
    await noticeShown;
    await expect(bensPage).toHaveURL('/');
  }
});

test('an admin sees the health statistics, the server status and open problems', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer();
  const page = await openBrowser(await Member.join(server, createPerson('Ada', 'Warden')));
  // A job computes statistics from the day the first member joined. A future date makes it compute none.
  const database = await server.database();
  await database.query(`UPDATE users SET created_at = now() + interval '1 day'; DELETE FROM daily_figures`);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('heading', { name: 'No statistics yet' })).toBeVisible();

  await database.query(`
    INSERT INTO daily_figures (day, name, value)
    SELECT (now() AT TIME ZONE 'UTC')::date - ago, name, CASE name
      WHEN 'members' THEN 400 - ago WHEN 'posts' THEN 20 + (ago * 7) % 13 WHEN 'minutes' THEN 300 + (ago * 37) % 170
      ELSE 20 + (ago * 11) % 95 END
    FROM generate_series(0, 119) AS ago, unnest(ARRAY['${healthFigureNames.join("', '")}']) AS name`);
  await page.reload();
  const chart = page.getByRole('img', { name: 'Members over 30 days: from 371 to 400, lowest 371, highest 400' });
  await expect(chart.locator('path[data-line]')).toBeVisible();
  await expect(page.getByRole('img', { name: /over 30 days/ })).toHaveCount(healthFigureNames.length);
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page.getByRole('img', { name: /Members over 90 days: from 311 to 400/ })).toBeVisible();
  await page.getByText(/Show as a table \(90 days\)/).click();
  await expect(page.getByRole('row')).toHaveCount(91);
  await expect(page.getByRole('row').nth(1)).toContainText('400');
  await expectAccessible(page, 'the health of the community');

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Status' }).click();
  await expect(page.getByText('Everything is working.')).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Node.js' })).toBeVisible();
  for (const name of ['Slowest queries', 'Largest tables']) await page.getByRole('heading', { name }).click();
  await expect(page.getByRole('region', { name: 'Slowest queries' }).getByRole('term').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Largest tables' }).getByRole('term')).toHaveCount(10);
  await expectAccessible(page, 'the status of the server');

  await database.query(`
    INSERT INTO jobs.job (name, state, start_after)
    VALUES ('departure', 'created', now() + interval '1 hour'), ('decision-mail', 'failed', now())`);
  await page.reload();
  const problems = page.getByRole('list', { name: 'Needs attention' });
  await expect(problems.getByText('Background jobs failed')).toBeVisible();
  const queues = page.getByRole('region', { name: 'Background jobs' });
  await expect(queues.getByRole('term').filter({ hasText: 'decision-mail' })).toBeVisible();
  await expect(queues.getByRole('term').filter({ hasText: 'departure' })).toHaveCount(0);
  await expectAccessible(page, 'open problems');

  tolerate(failedResponse(500));
  await page.route('**/api/admin/status', failRequest);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The status could not be loaded' })).toBeVisible();
  await page.unroute('**/api/admin/status');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(problems).toBeVisible();
});
