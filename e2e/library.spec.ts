import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, failRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { sendRequest, request, withRole } from './support/members.ts';

const portrait = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));
const picture = { name: 'cover.png', mimeType: 'image/png', buffer: portrait };

const dialog = (page: Page) => page.getByRole('dialog');
const cardWithTitle = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

async function openDialog(page: Page, path: string, name: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name, exact: true })).toBeVisible();
}

test('books and podcasts show an empty state', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const page = await openBrowser(await Member.join(server, createPerson('Ana', 'Lund')));
  await page.goto('/books');
  await expect(page).toHaveTitle(/^Books · /);
  await expect(page.getByRole('heading', { name: 'No books yet' })).toBeVisible();
  await expect(page.getByText('Check back soon for curated book recommendations.')).toBeVisible();
  await expectAccessible(page, 'no books');
  await page.goto('/podcasts');
  await expect(page.getByRole('heading', { name: 'No podcasts yet' })).toBeVisible();
  await expect(page.getByText('Check back soon for curated podcast recommendations.')).toBeVisible();
});

test('an admin adds a book with a cover, members see it live, and its link opens in a new tab @critical', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [page, memberPage] = [await openBrowser(admin), await openBrowser(await join('Ana'))];
  await memberPage.goto('/books');
  const title = unique('Wintering');
  await openDialog(page, '/books', 'Add Book');
  const add = dialog(page).getByRole('button', { name: 'Add Book' });
  await expect(add).toBeDisabled();
  await dialog(page).getByLabel('Title').fill(' ');
  await expect(add).toBeDisabled();
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Author').fill('Katherine May');
  await dialog(page).getByLabel('Description').fill('On lying fallow.');
  await dialog(page).getByLabel('Upload a picture').check();
  await expect(dialog(page).getByText('JPG, PNG, WebP (max 10MB), upright works best')).toBeVisible();
  await dialog(page).getByLabel('Cover picture').setInputFiles(picture);
  await dialog(page).getByLabel('Use an external URL').check();
  await dialog(page).getByLabel('Upload a picture').check();
  await expect(dialog(page).getByLabel('Cover picture')).toHaveValue(/cover\.png$/);
  await dialog(page).getByLabel('Buy Link').fill('https://books.example/wintering');
  await add.click();
  await expect(toast(page)).toContainText('Book Added!');
  await expect(dialog(page)).toBeHidden();

  // The book appears live, without a reload.
  const card = cardWithTitle(memberPage, title);
  await expect(card).toContainText('by Katherine May');
  await expect(card).toContainText('On lying fallow.');
  await expect(card.locator('img')).toHaveAttribute('src', /^\/media\/.*-card\.webp$/);
  const link = card.getByRole('link', { name: `Buy ${title} (opens in a new tab)` });
  await expect(link).toHaveText('Buy');
  await expect(link).toHaveAttribute('href', 'https://books.example/wintering');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(memberPage.getByRole('button', { name: 'Add Book' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add Book' }).click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('');
  await expect(dialog(page).getByLabel('None (we draw one)')).toBeChecked();
});

test('an admin adds, edits and deletes a podcast', async ({ admin, openBrowser }) => {
  const page = await openBrowser(admin);
  const title = unique('The Way Out');
  await openDialog(page, '/podcasts', 'Add Podcast');
  await expect(dialog(page).getByLabel('Author')).toHaveCount(0);
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Podcast Link').fill('https://podcasts.example/way');
  await dialog(page).getByRole('button', { name: 'Add Podcast' }).click();
  await expect(toast(page)).toContainText('Podcast Added!');
  await expect(cardWithTitle(page, title).getByRole('link', { name: `Listen ${title}` })).toHaveText('Listen');
  // A generated cover contains the title.
  await expect(cardWithTitle(page, title).getByText(title)).toHaveCount(2);

  await chooseFromMenu(cardWithTitle(page, title), `Podcast options, ${title}`, 'Edit Podcast');
  await expect(dialog(page).getByLabel('Podcast Link')).toHaveValue('https://podcasts.example/way');
  const editedTitle = unique('The Way In');
  await dialog(page).getByLabel('Title').fill(editedTitle);
  await dialog(page).getByLabel('Upload a picture').check();
  await expect(dialog(page).getByText('JPG, PNG, WebP (max 10MB), square works best')).toBeVisible();
  await dialog(page).getByLabel('Use an external URL').check();
  await dialog(page).getByLabel('Cover URL').fill('https://covers.example/way.jpg');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Podcast updated');
  await expect(page.getByRole('button', { name: /^Show covers?$/ })).toBeVisible();
  await expect(cardWithTitle(page, title)).toHaveCount(0);

  await chooseFromMenu(cardWithTitle(page, editedTitle), `Podcast options, ${editedTitle}`, 'Delete Podcast');
  await expect(dialog(page).or(page.getByRole('alertdialog'))).toContainText(
    'Are you sure you want to delete this podcast?',
  );
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Podcast deleted');
  await expect(cardWithTitle(page, editedTitle)).toHaveCount(0);
});

test('the library dialogs show errors by field, failures in a toast, and keep their input', async ({
  admin,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(admin, { width: 375, height: 700 });
  for (const [path, name, link, failure] of [
    ['/books', 'Add Book', 'Buy Link', 'Failed to add book. Please try again.'],
    ['/podcasts', 'Add Podcast', 'Podcast Link', 'Failed to add podcast. Please try again.'],
  ] as const) {
    const title = unique('Rest');
    await openDialog(page, path, name);
    await expect(dialog(page).getByRole('button', { name })).toBeDisabled();
    await dialog(page).getByLabel('Title').fill(title);
    await dialog(page).getByLabel(link).fill('javascript:alert(1)');
    await dialog(page).getByLabel('Upload a picture').check();
    await dialog(page).getByRole('button', { name }).click();
    await expect(
      dialog(page).getByText('Please enter a web address that begins with https:// or http://'),
    ).toBeVisible();
    await expect(dialog(page).getByText('Please choose a picture, or another kind of cover')).toBeVisible();
    await expect(dialog(page).getByLabel(link)).toBeFocused();
    // The field and its error stay in view even if messages appear above them.
    await expect(dialog(page).getByLabel(link)).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByText('Please enter a web address')).toBeInViewport({ ratio: 1 });
    await dialog(page).getByLabel('Use an external URL').check();
    await dialog(page).getByLabel('Cover URL').fill('http://covers.example/a.jpg');
    await dialog(page).getByLabel(link).fill('');
    await dialog(page).getByRole('button', { name }).click();
    await expect(dialog(page).getByText('Please enter an address that begins with https://')).toBeVisible();
    await expectAccessible(page, name);
    await dialog(page).getByLabel('None (we draw one)').check();

    tolerate(failedResponse(500));
    await page.route(
      (url) => url.pathname === `/api${path}`,
      (route) => (route.request().method() === 'POST' ? failRequest(route) : route.fallback()),
    );
    await dialog(page).getByRole('button', { name }).click();
    // The toast is behind the dialog, which announces the error itself.
    await expect(page.locator('li', { hasText: failure })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name })).toBeEnabled();
    // Escape closes the dialog, not the toast.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name }).click();
    await expect(dialog(page).getByLabel('Title')).toHaveValue(title);
    await page.unrouteAll();
    await dialog(page).getByRole('button', { name }).click();
    await expect(cardWithTitle(page, title)).toBeVisible();
  }
});

test('a cover on another site loads only after the member agrees', async ({ admin, join, openBrowser, tolerate }) => {
  tolerate(/request to another site: https:\/\/covers\.example\//);
  const title = unique('Elsewhere');
  const imageUrl = `https://covers.example/${randomUUID()}.png`;
  await request(admin, 'POST', '/api/books', { title, author: 'Ana', imageUrl });
  const page = await openBrowser(await join());
  const coverReferrers: string[] = [];
  await page.route('https://covers.example/**', (route) => {
    // Ignore requests for covers of other books.
    if (route.request().url() === imageUrl) coverReferrers.push(route.request().headers()['referer'] ?? '');
    return route.fulfill({ contentType: 'image/png', body: portrait });
  });
  await page.goto('/books');
  await expect(cardWithTitle(page, title).getByText('Ana', { exact: true })).toBeVisible();
  await expect(cardWithTitle(page, title).locator('img')).toHaveCount(0);
  expect(coverReferrers).toEqual([]);
  await page.getByRole('button', { name: /^Show covers?$/ }).click();
  await expect(cardWithTitle(page, title).locator('img')).toHaveAttribute('src', imageUrl);
  await expect(page.getByRole('button', { name: /^Show covers?$/ })).toHaveCount(0);
  await expect.poll(() => coverReferrers).toEqual(['']);
});

test('admin buttons share one line on a tablet, and a generated cover does not break a long word on a phone', async ({
  admin,
  openBrowser,
}) => {
  const title = unique('The Miracle of Mindfulness');
  await request(admin, 'POST', '/api/books', { title });
  const page = await openBrowser(admin);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/books');
  await expect(cardWithTitle(page, title)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const [importBox, add] = await Promise.all(
    ['Import or export', 'Add Book'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(importBox?.y).toBe(add?.y);

  await page.setViewportSize({ width: 375, height: 812 });
  const name = cardWithTitle(page, title).locator('[dir=auto]').filter({ hasText: title }).first();
  const linesOfWord = await name.evaluate((element) => {
    const [text] = element.childNodes;
    if (!text) return 0;
    const range = document.createRange();
    const wordIndex = element.textContent.indexOf('Mindfulness');
    range.setStart(text, wordIndex);
    range.setEnd(text, wordIndex + 'Mindfulness'.length);
    return range.getClientRects().length;
  });
  expect(linesOfWord).toBe(1);
});

test('the library is accessible in all color modes and works by keyboard', async ({ admin, openBrowser }) => {
  const title = unique('Mindfulness: A Practical Guide to Finding Peace in a Frantic World');
  await request(admin, 'POST', '/api/books', {
    title,
    author: 'Mark Williams and Danny Penman',
    buyLink: 'https://a.example',
  });
  const page = await openBrowser(admin);
  await page.goto('/books');
  await expect(cardWithTitle(page, title)).toBeVisible();
  await expectAccessible(page, 'books');
  await cardWithTitle(page, title)
    .getByRole('button', { name: `Book options, ${title}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit Book' }).press('Enter');
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cardWithTitle(page, title).getByRole('button', { name: `Book options, ${title}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cardWithTitle(page, title).getByRole('link', { name: `Buy ${title}` })).toBeFocused();
});

test('members and managers see no admin actions, and the API refuses them', async ({ join, openBrowser }) => {
  const [ana, manager] = [await join('Ana'), await withRole(await join('Mai'), 'manager')];
  const adminCalls = [
    ...['books', 'podcasts'].flatMap((kind) => [
      ['POST', `/api/${kind}`, { title: 'No' }] as const,
      ['PUT', `/api/${kind}/${randomUUID()}`, { title: 'No' }] as const,
      ['DELETE', `/api/${kind}/${randomUUID()}`] as const,
    ]),
    ...['books', 'podcasts', 'journal-prompts'].flatMap((kind) => [
      ['GET', `/api/admin/csv/${kind}`] as const,
      ['POST', `/api/admin/csv/${kind}`, { csv: '' }] as const,
      ['POST', `/api/admin/csv/${kind}/check`, { csv: '' }] as const,
    ]),
  ];
  for (const member of [ana, manager])
    for (const [method, path, body] of adminCalls)
      expect((await sendRequest(member, method, path, body)).status, `${method} ${path}`).toBe(403);
  const page = await openBrowser(manager);
  await page.goto('/podcasts');
  await expect(page.getByRole('heading', { name: 'Podcasts', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /Add Podcast|Import or export/ })).toHaveCount(0);
});
