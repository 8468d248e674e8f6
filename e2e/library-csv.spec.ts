import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';
import { request } from './support/members.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const importButton = (page: Page) => dialog(page).getByRole('button', { name: 'Import', exact: true });
const csvFile = (text: string) => ({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const fileField = (page: Page) => dialog(page).getByLabel('CSV file to import');

async function openDialog(page: Page, heading = 'Import or export books'): Promise<void> {
  const button = page.getByRole('button', { name: 'Import or export' });
  const menuButton = page.getByRole('button', { name: 'More for admins' });
  await button.or(menuButton).click();
  if (await menuButton.isVisible()) await page.getByRole('menuitem', { name: 'Import or export' }).click();
  await expect(dialog(page).getByRole('heading', { name: heading })).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
}

test('an admin exports the books, edits the CSV file, sees errors by line, and imports it and prompts', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const admin = await Member.join(server, createPerson('Ada', 'Warden'));
  await request(admin, 'POST', '/api/books', { title: '=Rest', author: 'Ana', description: 'One.\nTwo, "three".' });
  const page = await openBrowser(admin);
  await page.goto('/books');
  await expect(page.getByRole('article', { name: '=Rest' })).toBeVisible();

  await openDialog(page);
  const downloading = page.waitForEvent('download');
  await dialog(page).getByRole('link', { name: 'Export as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^books-\d{4}-\d\d-\d\d\.csv$/);
  const table = await readFile(await download.path(), 'utf8');
  expect(table).toContain(`,'=Rest,Ana,"One.\nTwo, ""three"".",,\r\n`);

  // The file is unchanged, so there is nothing to import.
  await fileField(page).setInputFiles(csvFile(table));
  await expect(dialog(page).getByText('New: 0. Changed: 0. Already here: 1.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();

  await fileField(page).setInputFiles(csvFile(`${table},,Nobody,,,\r\n,Script,,,,javascript:alert(1)\r\n`));
  await expect(dialog(page).getByText('2 problems')).toBeVisible();
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('4titlePlease give the book a title');
  await expect(dialog(page).getByRole('row').nth(2)).toContainText('5buyLink');
  await expect(importButton(page)).toBeDisabled();
  await expectAccessible(page, 'errors of an import');

  const correctedTable = `${table.replace('Ana', 'Ana Lund')},Wintering,Katherine May,,,https://books.example/w\r\n`;
  await fileField(page).setInputFiles(csvFile(correctedTable));
  await expect(dialog(page).getByText('New: 1. Changed: 1. Already here: 0.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page)).toContainText('Books imported');
  await expect(toast(page)).toContainText('New: 1. Changed: 1.');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('article', { name: 'Wintering' })).toBeVisible();
  await expect(page.getByRole('article', { name: '=Rest' })).toContainText('by Ana Lund');
  await expect(page.getByRole('article', { name: '=Rest' })).toContainText('One.\nTwo, "three".', {
    useInnerText: true,
  });

  // Journal prompts have category names.
  const [category, prompt] = ['Rest', 'What let you rest?'];
  await request(admin, 'POST', '/api/journal-categories', { name: category });
  await page.goto('/journal-prompts');
  await openDialog(page, 'Import or export journal prompts');
  const promptTable = `category,prompt\n${category},${prompt}\n`;
  await fileField(page).setInputFiles(csvFile(`${promptTable}Nowhere,Where?\n`));
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('3categoryThere is no category with this name.');
  await fileField(page).setInputFiles(csvFile(promptTable));
  await expect(dialog(page).getByText('New: 1. Changed: 0. Already here: 0.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page)).toContainText('Journal Prompts imported');
  await page.getByRole('button', { name: category, exact: true }).click();
  await expect(page.getByRole('heading', { name: prompt })).toBeVisible();
});
