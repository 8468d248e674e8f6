import type { Note } from '@commons/contract/gratitude/schemas';
import type { Locator, Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { request, readViewer } from './support/members.ts';

const noteWith = (page: Page, text: string): Locator => page.locator('[data-note-id]').filter({ hasText: text });

const contentField = (page: Page) => page.getByRole('dialog').getByLabel('I am grateful for');
const postButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Gratitude' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Add Gratitude' })).toBeVisible();
}

test('a member posts a note to the wall and earns a point', async ({ join, openBrowser }) => {
  const ana = await join('Ana', 'Lund');
  const page = await openBrowser(ana);
  await page.goto('/gratitude-wall');
  await expect(page).toHaveTitle(/^Gratitude Wall · /);
  await openDialog(page);
  await expect(postButton(page)).toBeDisabled();
  await contentField(page).fill('  \n ');
  await expect(postButton(page)).toBeDisabled();
  const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';
  await contentField(page).fill(familyEmoji.repeat(201));
  await expect(page.getByText('201/200', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 character too many');
  await expect(postButton(page)).toBeDisabled();
  const text = unique(familyEmoji.repeat(150));
  await contentField(page).fill(text);
  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page);
  await expect(contentField(page)).toHaveValue(text);
  await postButton(page).click();
  await expect(toast(page)).toContainText('Gratitude Posted! (+1 mindfulness point)');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(noteWith(page, text)).toContainText('Ana Lund');
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);
  const [ownNote] = await request<Note[]>(ana, 'GET', '/api/gratitude-posts');
  expect(ownNote?.content).toBe(text);
  expect(Number.isInteger(ownNote?.positionX) && Number.isInteger(ownNote?.positionY)).toBe(true);

  await openDialog(page);
  await expect(contentField(page)).toHaveValue('');
});
