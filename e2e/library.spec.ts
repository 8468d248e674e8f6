import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const portrait = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));
const picture = { name: 'cover.png', mimeType: 'image/png', buffer: portrait };

const dialog = (page: Page) => page.getByRole('dialog');
const cardWithTitle = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

async function openDialog(page: Page, path: string, name: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name, exact: true })).toBeVisible();
}

test('an admin adds a book with a cover, members see it live, and its link opens in a new tab', async ({
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
