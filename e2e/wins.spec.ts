import type { Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { readViewer } from './support/members.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share a Win' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Share a Win' })).toBeVisible();
}

async function fillDialog(
  page: Page,
  { title, content, category }: { title: string; content: string; category: string },
) {
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Details').fill(content);
  await dialog(page).getByLabel('Category').selectOption({ label: category });
}

const submitDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Share Win' }).click();

test('a member shares a win, which appears first, and earns a point @critical', async ({ join, openBrowser }) => {
  const ana = await join('Ana', 'Lund');
  const page = await openBrowser(ana);
  await page.goto('/wellness-wins');
  await expect(page).toHaveTitle(/^Wellness Wins · /);
  const title = unique('Slept through');
  await openDialog(page);
  await fillDialog(page, { title, content: 'Seven hours.\nThe window open.', category: 'Mental Health' });
  await submitDialog(page);
  await expect(toast(page)).toContainText('Wellness Win Shared! (+1 mindfulness point)');
  await expect(dialog(page)).toBeHidden();
  const first = page.getByRole('article').first();
  await expect(first.getByRole('heading')).toHaveText(title);
  await expect(first).toContainText('Seven hours.\nThe window open.', { useInnerText: true });
  await expect(first).toContainText('Mental Health');
  await expect(first.getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);

  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('');
});
