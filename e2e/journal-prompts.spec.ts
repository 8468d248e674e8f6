import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  failRequests,
  chooseFromMenu,
  failRequest,
  postWith as promptWith,
  toast,
  withoutServerRendering,
} from './support/feed.ts';
import { addCategory, addPrompt } from './support/journal.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { sendRequest, withRole } from './support/members.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const confirmDialog = (page: Page) => page.getByRole('alertdialog');
const categoryChips = (page: Page) => page.getByRole('group', { name: 'Category' }).getByRole('button');
const failedToast = (page: Page, text: string) => page.locator('li', { hasText: text });

test('category chips filter prompts by category, and a reload keeps the filter', async ({
  admin,
  join,
  openBrowser,
}) => {
  const category = await addCategory(admin);
  const [matchingPrompt, otherPrompt] = [await addPrompt(admin, category.id), await addPrompt(admin)];
  const page = await openBrowser(await join());
  await page.goto('/journal-prompts');
  await expect(page).toHaveTitle(/^Journal Prompts · /);
  await expect(categoryChips(page).first()).toHaveText('All Categories');
  await expect(categoryChips(page).nth(1)).toHaveText('General');
  await expect(categoryChips(page).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(promptWith(page, matchingPrompt.prompt)).toContainText(category.name);
  await expect(promptWith(page, otherPrompt.prompt)).toContainText('General');

  await categoryChips(page).filter({ hasText: category.name }).click();
  await expect(page).toHaveURL(`/journal-prompts?category=${category.id}`);
  await expect(page.getByText(`About ${category.name}.`)).toBeVisible();
  await expect(promptWith(page, matchingPrompt.prompt)).toBeVisible();
  await expect(promptWith(page, otherPrompt.prompt)).toBeHidden();
  await page.reload();
  await expect(promptWith(page, matchingPrompt.prompt)).toBeVisible();
  await expect(promptWith(page, otherPrompt.prompt)).toBeHidden();
});

test('an admin adds a prompt, by default to the general category, and all members see it @critical', async ({
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

test('an admin adds a category and then a prompt in it', async ({ admin, openBrowser }) => {
  const page = await openBrowser(admin);
  await page.goto('/journal-prompts');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await dialog(page).getByRole('button', { name: 'Add Category' }).click();
  await expect(dialog(page).getByText('Please give the category a name')).toBeVisible();
  const name = unique('Mornings');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Description').fill('Before anybody else is awake.');
  await dialog(page).getByRole('button', { name: 'Add Category' }).click();
  await expect(toast(page)).toContainText('Category Added!');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Add Category' }).click();
  for (const field of ['Name', 'Description']) await expect(dialog(page).getByLabel(field)).toHaveValue('');
  await page.keyboard.press('Escape');
  await categoryChips(page).filter({ hasText: name }).click();
  await expect(page.getByText('Before anybody else is awake.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No prompts found' })).toBeVisible();
  await expect(page.getByText('No prompts in this category yet.', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a category without prompts');

  await page.getByRole('button', { name: 'Add Prompt' }).click();
  const prompt = unique('What did the light look like?');
  await dialog(page).getByLabel('Prompt').fill(prompt);
  await dialog(page).getByLabel('Category').selectOption({ label: name });
  await dialog(page).getByRole('button', { name: 'Add Prompt' }).click();
  await expect(promptWith(page, prompt)).toContainText(name);
});

test('a prompt or category that fails to save keeps its text, and a retry adds it once', async ({
  admin,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(500));
  const page = await openBrowser(admin);
  await page.goto('/journal-prompts');
  for (const { kind, path, field, text } of [
    { kind: 'Prompt', path: '/api/journal-prompts', field: 'Prompt', text: unique('Why?') },
    { kind: 'Category', path: '/api/journal-categories', field: 'Name', text: unique('Walks') },
  ]) {
    let isFailing = true;
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST' || !isFailing) return route.fallback();
      isFailing = false;
      // The server stores the prompt or category, but its response is lost.
      await route.fetch();
      return failRequest(route);
    });
    await page.getByRole('button', { name: `Add ${kind}` }).click();
    await dialog(page).getByLabel(field).fill(text);
    await dialog(page)
      .getByRole('button', { name: `Add ${kind}` })
      .click();
    await expect(failedToast(page, `Failed to add ${kind.toLowerCase()}. Please try again.`)).toBeVisible();
    await expect(dialog(page).getByLabel(field)).toHaveValue(text);
    await dialog(page)
      .getByRole('button', { name: `Add ${kind}` })
      .click();
    await expect(toast(page)).toContainText(`${kind} Added!`);
    await expect(
      kind === 'Prompt' ? promptWith(page, text) : categoryChips(page).filter({ hasText: text }),
    ).toHaveCount(1);
  }
});

test('an admin edits and deletes a prompt', async ({ admin, openBrowser }) => {
  const { prompt } = await addPrompt(admin);
  const page = await openBrowser(admin);
  await page.goto('/journal-prompts');
  await chooseFromMenu(promptWith(page, prompt), 'Prompt options', 'Edit Prompt');
  await expect(dialog(page).getByLabel('Prompt')).toHaveValue(prompt);
  const editedPrompt = unique('What helped this week?');
  await dialog(page).getByLabel('Prompt').fill(editedPrompt);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Prompt updated');
  await expect(promptWith(page, editedPrompt)).toBeVisible();
  await expect(promptWith(page, prompt)).toBeHidden();

  await chooseFromMenu(promptWith(page, editedPrompt), 'Prompt options', 'Delete Prompt');
  await expect(confirmDialog(page)).toContainText('Members keep the entries they wrote for it.');
  await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Prompt deleted');
  await expect(promptWith(page, editedPrompt)).toBeHidden();
});

test('an admin renames and deletes a category, its prompts remain, and the general category cannot be deleted', async ({
  admin,
  openBrowser,
}) => {
  const category = await addCategory(admin);
  const { prompt } = await addPrompt(admin, category.id);
  const page = await openBrowser(admin);
  await page.goto(`/journal-prompts?category=${category.id}`);
  await page.getByRole('button', { name: /^Category options/ }).click();
  await page.getByRole('menuitem', { name: 'Edit Category' }).click();
  const name = unique('Quiet');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Category updated');
  await expect(promptWith(page, prompt)).toContainText(name);

  await page.getByRole('button', { name: /^Category options/ }).click();
  await page.getByRole('menuitem', { name: 'Delete Category' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Category deleted');
  await expect(page).toHaveURL('/journal-prompts');
  await expect(categoryChips(page).filter({ hasText: name })).toHaveCount(0);
  await expect(promptWith(page, prompt)).toContainText('General');

  await categoryChips(page).filter({ hasText: 'General' }).click();
  await page.getByRole('button', { name: /^Category options/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Category']);
});

test('members and managers see no admin actions, and the API refuses them', async ({ admin, join, openBrowser }) => {
  const category = await addCategory(admin);
  const { id, prompt } = await addPrompt(admin, category.id);
  for (const member of [await join(), await withRole(await join(), 'manager')]) {
    const page = await openBrowser(member);
    await page.goto(`/journal-prompts?category=${category.id}`);
    await expect(promptWith(page, prompt)).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: /^Add|^(Prompt|Category) options/ })).toHaveCount(
      0,
    );
    for (const [method, path, body] of [
      ['POST', '/api/journal-prompts', { prompt: 'Why?' }],
      ['PUT', `/api/journal-prompts/${id}`, { prompt: 'Why?' }],
      ['DELETE', `/api/journal-prompts/${id}`],
      ['POST', '/api/journal-categories', { name: 'Rest' }],
      ['PUT', `/api/journal-categories/${category.id}`, { name: 'Rest' }],
      ['DELETE', `/api/journal-categories/${category.id}`],
    ] as const)
      expect((await sendRequest(member, method, path, body)).status).toBe(403);
  }
});

test('the prompts screen shows an empty state and load errors', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  await withoutServerRendering(page);
  await page.route('/api/journal-prompts', (route) => route.fulfill({ json: [] }));
  await page.goto('/journal-prompts');
  await expect(page.getByRole('heading', { name: 'No prompts found' })).toBeVisible();
  await expect(page.getByText('No journal prompts available yet.', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, /\/api\/journal-(?:prompts|categories)/);
  await page.goto('/journal-prompts');
  await expect(page.getByRole('heading', { name: 'The prompts could not be loaded' })).toBeVisible();
  await expect(page.getByText('The categories could not be loaded.')).toBeVisible();
  failingRequests.restore();
  const retryButtons = page.getByRole('button', { name: 'Try again' });
  await expect(retryButtons).toHaveCount(2);
  await retryButtons.first().click();
  await expect(retryButtons).toHaveCount(1);
  await retryButtons.click();
  await expect(categoryChips(page).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The prompts could not be loaded' })).toBeHidden();
});

test('the prompts and their dialogs are accessible', async ({ admin, openBrowser }) => {
  const { id } = await addCategory(admin, 'Unbreakable'.repeat(5));
  await addPrompt(admin, id, 'Unbreakable'.repeat(45));
  await addPrompt(admin, id);
  const page = await openBrowser(admin);
  await page.goto(`/journal-prompts?category=${id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'prompts');
  await page.getByRole('button', { name: 'Add Prompt' }).click();
  await dialog(page).getByRole('button', { name: 'Add Prompt' }).click();
  await expect(dialog(page).getByText('Please write the prompt')).toBeVisible();
  await expectAccessible(page, 'the prompt dialog');
});
