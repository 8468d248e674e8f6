import type { Page } from '@playwright/test';
import { postWith as promptWith, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const dialog = (page: Page) => page.getByRole('dialog');
test('an admin adds a prompt, by default to the general category, and all members see it', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [page, memberPage] = [await openBrowser(admin), await openBrowser(await join())];
  await page.goto('/journal-prompts');
  await memberPage.goto('/journal-prompts');
  await expect(
    memberPage
      .getByRole('article')
      .or(memberPage.getByRole('heading', { level: 2 }))
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add Prompt' }).click();
  await expect(dialog(page).getByLabel('Category')).toHaveValue('1');
  await dialog(page).getByRole('button', { name: 'Add Prompt' }).click();
  await expect(dialog(page).getByText('Please write the prompt')).toBeVisible();
  await expect(dialog(page).getByLabel('Prompt')).toBeFocused();
  const prompt = unique('Who made you smile?');
  await dialog(page).getByLabel('Prompt').fill(prompt);
  await dialog(page).getByRole('button', { name: 'Add Prompt' }).click();
  await expect(toast(page)).toContainText('Prompt Added!');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('article').first()).toContainText(prompt);
  await expect(promptWith(memberPage, prompt)).toContainText('General');

  await page.getByRole('button', { name: 'Add Prompt' }).click();
  await expect(dialog(page).getByLabel('Prompt')).toHaveValue('');
});
