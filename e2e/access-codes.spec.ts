import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import type { CommunityServer } from './support/community-server.ts';
import { toast } from './support/feed.ts';
import { expect, failedResponse, signUpInBrowser, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';

const codes = { WAITLIST_ACCESS_CODE: 'Open-Sesame', BOOK_ACCESS_CODE: 'Open-Book' };
const maliciousMessage = '=HYPERLINK("https://elsewhere.test","Click"),\nsecond "line"';

async function sendPost(server: CommunityServer, path: string, body: object): Promise<void> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

/** Adds two waitlist entries, one of them old. */
async function addWaitlistEntries(server: CommunityServer): Promise<void> {
  await sendPost(server, '/api/waitlist', {
    firstName: 'Wren',
    lastName: 'Field',
    email: 'wren@mail.test',
    message: maliciousMessage,
  });
  await sendPost(server, '/api/waitlist', { firstName: 'Ben', lastName: 'Old', email: 'ben@mail.test' });
  await backdateEntry(server, 'waitlist_entries');
}

/** Backdates Ben's entry by 20 days: more than a week, less than a month. */
async function backdateEntry(server: CommunityServer, table: 'waitlist_entries' | 'book_notifications'): Promise<void> {
  const database = await server.database();
  await database.query(`UPDATE ${table} SET created_at = now() - interval '20 days' WHERE first_name = 'Ben'`);
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Access code').fill(code);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

async function downloadCsv(page: Page): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const announcement = (page: Page) => page.locator('body > [role=status].sr-only');
const tableRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const statistic = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('a visitor with the code searches, exports and deletes entries of the waitlist', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer(codes);
  await addWaitlistEntries(server);
  // The page requests the current user (401), and the server rejects wrong codes (403).
  tolerate(failedResponse(401));
  tolerate(failedResponse(403));
  const page = await openBrowser(null, { server });
  const response = await page.goto('/waitlist-admin');
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter the access code.');
  await enterCode(page, 'open-sesame');
  await expect(page.getByRole('alert')).toHaveText('Invalid access code');
  await expect(page.getByLabel('Access code')).toHaveAccessibleDescription('Invalid access code');
  await expect(page.getByLabel('Access code')).toBeFocused();
  await expectAccessible(page, 'a rejected access code');
  await enterCode(page, 'Open-Sesame');
  await expect(tableRow(page, 'Wren Field')).toContainText('second "line"');
  await expect(page.getByRole('heading', { level: 1, name: 'Waitlist' })).toBeFocused();
  await expect(announcement(page)).toHaveText('Waitlist is open');
  await expect(statistic(page, 'Total')).toHaveText('2');
  await expect(statistic(page, 'This week')).toHaveText('1');
  await expect(statistic(page, 'This month')).toHaveText('2');
  await expect(page.getByRole('button', { name: /Invite/ })).toHaveCount(0);
  await expectAccessible(page, 'the waitlist as a table');

  const { name, text } = await downloadCsv(page);
  expect(name).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(/^\uFEFFID,First Name,Last Name,Email,Message,Date Joined\r\n/);
  expect(text).toContain(
    `,Wren,Field,wren@mail.test,"'=HYPERLINK(""https://elsewhere.test"",""Click""),\nsecond ""line""",20`,
  );

  await page.getByLabel('Search').fill('SECOND');
  await expect(tableRow(page, 'Ben Old')).toHaveCount(0);
  await expect(page.getByText('1 person found')).toBeVisible();
  await page.getByLabel('Search').fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible();
  await page.getByLabel('Search').fill('');

  await tableRow(page, 'Ben Old').getByRole('button', { name: 'Delete Ben Old' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Delete Ben Old' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete Ben Old' }).click();
  await page.route('/api/waitlist/admin/*', (route) => route.fulfill({ status: 500, body: '' }));
  tolerate(failedResponse(500));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page)).toContainText('Failed to delete waitlist entry.');
  await page.unroute('/api/waitlist/admin/*');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page)).toContainText('Waitlist entry deleted successfully');
  await expect(tableRow(page, 'Ben Old')).toHaveCount(0);
  await expect(statistic(page, 'Total')).toHaveText('1');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Access code')).toBeFocused();
  await expect(announcement(page)).toHaveText('Waitlist is closed');
  await expect(page.getByText('wren@mail.test')).toHaveCount(0);
  await enterCode(page, 'Open-Sesame');
  await expect(tableRow(page, 'Wren Field')).toBeVisible();
  // A reload ends the access.
  await page.reload();
  await expect(page.getByLabel('Access code')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Sesame');
});

test('an admin invites a person from the waitlist without a code, and the list shows that they joined', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer({ ...codes, SIGN_UP: 'invited' });
  const admin = await Member.join(server, createPerson('Ada', 'Warden'));
  await addWaitlistEntries(server);
  const page = await openBrowser(admin);
  await page.goto('/waitlist-admin');
  await tableRow(page, 'Wren Field').getByRole('button', { name: 'Invite: Wren Field' }).click();
  await expect(toast(page)).toContainText('A link to sign up is on its way to wren@mail.test.');
  await expect(tableRow(page, 'Wren Field')).toContainText('Invited');
  await expect(tableRow(page, 'Wren Field').getByRole('button', { name: 'Invite again: Wren Field' })).toBeVisible();
  await expectAccessible(page, 'the waitlist as an admin sees it');

  await expect.poll(() => server.mailsTo('wren@mail.test'), { timeout: 20_000 }).toHaveLength(1);
  const [mail = ''] = await server.mailsTo('wren@mail.test');
  const link = /\/signup\?invitation=[\w-]+/.exec(mail)?.[0] ?? '';

  for (const javaScriptEnabled of [true, false]) {
    const visitor = await openBrowser(null, { server, javaScriptEnabled });
    await visitor.goto(link);
    if (javaScriptEnabled) {
      await expect(visitor.getByRole('heading', { name: 'Welcome, Wren' })).toBeVisible();
      await expectAccessible(visitor, 'the sign-up form of an invitation');
      tolerate(failedResponse(400));
      await signUpInBrowser(visitor, { ...createPerson('Wren', 'Field'), email: 'another@mail.test' });
      await expect(visitor.getByLabel('Email')).toHaveAccessibleDescription(
        'This invitation was sent to another email address. Please use that one.',
      );
    } else {
      await signUpInBrowser(visitor, { ...createPerson('Wren', 'Field'), email: 'wren@mail.test' });
      await expect(visitor).toHaveURL(`${server.url}/welcome`);
    }
  }
  const lateVisitor = await openBrowser(null, { server });
  await lateVisitor.goto(link);
  await expect(lateVisitor.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await expectAccessible(lateVisitor, 'an expired invitation');

  await page.reload();
  await expect(tableRow(page, 'Wren Field')).toContainText('Joined');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Continue as administrator' }).click();
  await expect(tableRow(page, 'Wren Field')).toBeVisible();
});

test('a visitor with the code reads, exports and deletes entries of the book list, after a confirmation', async ({
  openBrowser,
  startServer,
  tolerate,
}) => {
  const server = await startServer(codes);
  await sendPost(server, '/api/book-notifications', { firstName: '+Wren', lastName: 'Field', email: 'wren@mail.test' });
  await sendPost(server, '/api/book-notifications', { firstName: 'Ben', lastName: 'Lund', email: 'ben@mail.test' });
  await backdateEntry(server, 'book_notifications');
  for (const status of [401, 403, 500]) tolerate(failedResponse(status));
  const page = await openBrowser(null, { server });
  await page.goto('/book-admin');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await enterCode(page, 'wrong');
  await expect(toast(page)).toContainText('Invalid Access Code');
  await expect(toast(page)).toContainText('Please enter a valid access code');

  // The access expires while the list loads.
  await page.route('/api/book-notifications', (route) =>
    route.continue({ headers: { authorization: 'Bearer ended' } }),
  );
  await enterCode(page, 'oPEN-bOOK');
  await expect(page.getByText('Your 30 minutes are up. Please enter the access code again.')).toBeVisible();
  await expect(page.getByLabel('Access code')).toBeFocused();
  await page.unroute('/api/book-notifications');

  await page.route('/api/book-notifications', (route) => route.fulfill({ status: 500, body: '' }));
  await enterCode(page, 'oPEN-bOOK');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch book notifications.');
  await expect(page.getByRole('heading', { level: 1, name: 'Book notifications' })).toBeFocused();
  await page.unroute('/api/book-notifications');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(statistic(page, 'Total')).toHaveText('2');
  await expect(statistic(page, 'This week')).toHaveText('1');
  await expect(statistic(page, 'This month')).toHaveText('2');
  await expectAccessible(page, 'the book list');

  const { name, text } = await downloadCsv(page);
  expect(name).toMatch(/^book-notifications-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(/^\uFEFFID,Email,First Name,Last Name,Created At\r\n/);
  expect(text).toContain(`,wren@mail.test,'+Wren,Field,20`);

  await page.getByRole('button', { name: 'Delete Ben Lund' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('ben@mail.test');
  await expectAccessible(page, 'the confirmation before an entry is deleted');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Ben Lund' }).click();
  await page.route('/api/book-notifications/*', (route) => route.fulfill({ status: 500, body: '' }));
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Failed to delete book notification entry.');
  await page.unroute('/api/book-notifications/*');
  await page.getByRole('button', { name: 'Delete Ben Lund' }).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Book notification entry deleted successfully');
  await expect(statistic(page, 'Total')).toHaveText('1');
  await expect(statistic(page, 'This month')).toHaveText('1');
  await expect(page.getByRole('region', { name: 'People waiting for the book' })).toBeFocused();

  await page.reload();
  await expect(page.getByLabel('Access code')).toBeVisible();
});

test('no file contains an access code, and without JavaScript the gated screens say that they need it', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer(codes);
  const visited = new Set<string>();
  const pending = ['/', '/waitlist', '/waitlist-admin', '/book-admin', '/sw.js', '/manifest.webmanifest'];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const text = await (await fetch(`${server.url}${path}`)).text();
    expect(text, path).not.toMatch(/open-sesame|open-book/i);
    for (const [scriptPath] of text.matchAll(/(?:\/assets\/|(?<=["'`])\.\/)[\w.-]+\.js/g))
      pending.push(scriptPath.replace('./', '/assets/'));
  }
  expect(visited.size).toBeGreaterThan(20);

  const page = await openBrowser(null, { server, javaScriptEnabled: false });
  for (const path of ['/waitlist-admin', '/book-admin']) {
    await page.goto(path);
    await expect(page.locator('main noscript p').first()).toContainText('This page needs JavaScript');
    await expect(page.locator('main noscript p').first()).toBeVisible();
    await expect(page.getByRole('main').getByText('Loading')).toBeHidden();
  }
});
