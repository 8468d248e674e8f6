import { journalCalls } from '@commons/contract/journal/calls';
import type { JournalCategory, JournalPrompt } from '@commons/contract/journal/schemas';
import { recommendationCalls } from '@commons/contract/recommendations/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem, reply, requestsOf } from '../../../test/api.ts';
import {
  admin,
  button,
  cardWith,
  chooseFromMenu,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  focus,
  newId,
  renderScreen,
  toast,
  viewer,
} from '../../../test/screen.tsx';
import { live } from './live.ts';
import PromptsScreen from './prompts-screen.tsx';

const all = { edit: true, delete: true };
const general: JournalCategory = { id: 1, name: 'General', description: null, can: { edit: true, delete: false } };
const mornings: JournalCategory = { id: 2, name: 'Mornings', description: 'Before anybody is awake.', can: all };

const promptOf = (prompt: string, category = general, can = all): JournalPrompt => ({
  id: newId(),
  prompt,
  categoryId: category.id,
  category,
  can,
});

const renderPrompts = (path = '/journal-prompts', member = admin) =>
  renderScreen(<PromptsScreen />, { path, member, live });
const confirmation = () => page.getByRole('alertdialog');
const chip = (name: string) => page.getByRole('group', { name: 'Category' }).getByRole('button', { name });
const field = (name: string) => dialog().getByLabelText(name);
/** From now on, the server has these categories and prompts. */
const serve = (categories: JournalCategory[], prompts: JournalPrompt[]): void => {
  reply(journalCalls.listJournalCategories, categories);
  reply(journalCalls.listJournalPrompts, ({ query }) =>
    prompts.filter(({ categoryId }) => [null, String(categoryId)].includes(query.get('categoryId'))),
  );
};

beforeEach(() => {
  reply(recommendationCalls.listRecommendations, []);
  reply(journalCalls.getTodaysJournalPrompt, null);
  serve([general, mornings], [promptOf('Who made you smile?', mornings), promptOf('What helped?')]);
});

test('category chips filter prompts by category, and members see no admin actions', async () => {
  serve([general, mornings], [promptOf('Who made you smile?', mornings, general.can), promptOf('What helped?')]);
  const { url } = await renderPrompts('/journal-prompts', viewer);
  await expect.element(cardWith('Who made you smile?')).toMatchTextContent('Mornings');
  await expect.element(chip('All Categories')).toHaveAttribute('aria-pressed', 'true');
  expect(button(/^Add|^More for admins/).elements()).toEqual([]);
  await chip('Mornings').click();
  await expect.element(page.getByText('Before anybody is awake.')).toBeVisible();
  await expect.element(cardWith('What helped?')).not.toBeInTheDocument();
  expect(url()).toBe('/journal-prompts?category=2');
});

test.each([
  ['Prompt', journalCalls.createJournalPrompt, 'Prompt', 'Please write the prompt'],
  ['Category', journalCalls.createJournalCategory, 'Name', 'Please give the category a name'],
] as const)('a %s that fails to save keeps its text, and a retry adds it once', async (kind, endpoint, name, error) => {
  reply(journalCalls.createJournalPrompt, problem(500));
  reply(journalCalls.createJournalCategory, problem(500));
  await renderPrompts();
  const open = () =>
    kind === 'Prompt' ? button('Add Prompt').click() : chooseFromMenu(page, 'More for admins', 'Add Category');
  await open();
  await button(`Add ${kind}`, dialog()).click();
  await expect.element(dialog().getByText(error)).toBeVisible();
  await expectFocus(field(name));
  await expectAccessible(`the dialog of a ${kind}`);
  await field(name).fill('Evenings');
  await button(`Add ${kind}`, dialog()).click();
  const failure = `Failed to add ${kind.toLowerCase()}. Please try again.`;
  await expect.element(page.getByText(failure).first()).toBeVisible();
  await expect.element(field(name)).toHaveValue('Evenings');
  reply(journalCalls.createJournalPrompt, promptOf('Evenings'));
  reply(journalCalls.createJournalCategory, { ...mornings, id: 3, name: 'Evenings' });
  await button(`Add ${kind}`, dialog()).click();
  await expect.element(toast()).toMatchTextContent(`${kind} Added!`);
  const keys = requestsOf(endpoint).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
  await open();
  await expect.element(field(name)).toHaveValue('');
});

test('an admin edits and deletes a prompt, and an edit of a deleted prompt stays visible', async () => {
  const prompt = promptOf('Why?');
  serve([general], [prompt]);
  reply(journalCalls.updateJournalPrompt, () => {
    serve([general], [{ ...prompt, prompt: 'What helped this week?' }]);
    return prompt;
  });
  reply(journalCalls.deleteJournalPrompt, () => {
    serve([general], [promptOf('How?')]);
    return undefined;
  });
  await renderPrompts();
  await chooseFromMenu(cardWith('Why?'), /^Prompt options/, 'Edit Prompt');
  await expect.element(field('Prompt')).toHaveValue('Why?');
  await field('Prompt').fill('What helped this week?');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Prompt updated');
  await chooseFromMenu(cardWith('What helped this week?'), /^Prompt options/, 'Delete Prompt');
  await expect.element(confirmation()).toMatchTextContent('Members keep the entries they wrote for it.');
  await button('Delete', confirmation()).click();
  await expect.element(toast()).toMatchTextContent('Prompt deleted');

  await chooseFromMenu(cardWith('How?'), /^Prompt options/, 'Edit Prompt');
  await field('Prompt').fill('Be gentle with yourself');
  serve([general], []);
  deliver({ type: 'journal_prompts.changed' });
  await expectLostText('This prompt is no longer available. Your changes were not saved.', 'Be gentle with yourself');
});

test('an admin renames and deletes a category, but cannot delete the general one', async () => {
  reply(journalCalls.updateJournalCategory, () => {
    serve([general, { ...mornings, name: 'Quiet' }], [promptOf('Why?', { ...mornings, name: 'Quiet' })]);
    return mornings;
  });
  reply(journalCalls.deleteJournalCategory, () => {
    serve([general], [promptOf('Why?')]);
    return undefined;
  });
  const { url } = await renderPrompts('/journal-prompts?category=2');
  await chooseFromMenu(page, /^Category options/, 'Edit Category');
  await field('Name').fill('Quiet');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Category updated');
  await expect.element(cardWith('Why?')).toMatchTextContent('Quiet');
  await chooseFromMenu(page, /^Category options/, 'Delete Category');
  await button('Delete', confirmation()).click();
  await expect.element(toast()).toMatchTextContent('Category deleted');
  await expect.element(chip('Quiet')).not.toBeInTheDocument();
  expect(url()).toBe('/journal-prompts');
  await chip('General').click();
  await button(/^Category options/).click();
  await expect.element(page.getByRole('menuitem')).toMatchTextContent('Edit Category');
});

test('an edit of a deleted category stays visible', async () => {
  await renderPrompts('/journal-prompts?category=2');
  await chooseFromMenu(page, /^Category options/, 'Edit Category');
  await field('Description').fill('Be gentle with yourself');
  serve([general], []);
  deliver({ type: 'journal_prompts.changed' });
  await expectLostText('This category is no longer available. Your changes were not saved.', 'Be gentle with yourself');
});

test('the prompts show an empty state, load errors with a retry, and long words without overflow', async () => {
  serve([general, mornings], []);
  const { leave } = await renderPrompts('/journal-prompts?category=2');
  await expect.element(page.getByText('No prompts in this category yet.', { exact: true })).toBeVisible();
  await expectAccessible('a category without prompts');
  await leave();
  reply(journalCalls.listJournalCategories, problem(500));
  reply(journalCalls.listJournalPrompts, problem(500));
  await renderPrompts();
  await expect.element(page.getByRole('heading', { name: 'The prompts could not be loaded' })).toBeVisible();
  await expect.element(page.getByText('The categories could not be loaded.')).toBeVisible();
  const long = { ...mornings, name: 'Unbreakable'.repeat(5) };
  serve([general, long], [promptOf('Unbreakable'.repeat(45), long)]);
  await button('Try again').first().click();
  await button('Try again').click();
  await expect.element(chip('All Categories')).toBeVisible();
  await expect.element(cardWith('Unbreakable')).toBeVisible();
  await expectAccessible('prompts');
});

test('the prompt of the day comes first, in the color of its category', async () => {
  const today = promptOf('What did the morning smell of?', mornings);
  reply(journalCalls.getTodaysJournalPrompt, today);
  await renderPrompts();
  const section = page.getByRole('region', { name: 'Today’s prompt' });
  await expect
    .element(section.getByRole('link', { name: 'Write, What did the morning smell of?' }))
    .toHaveAttribute('href', `/journal/write?prompt=${today.id}`);
  await expect.element(cardWith('What helped?')).toBeVisible();
  expect(section.element().compareDocumentPosition(cardWith('What helped?').element())).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await expectAccessible('the prompt of the day');
});

test('many categories stay in one row, which scrolls to a focused chip without moving the page', async () => {
  const categories = Array.from({ length: 20 }, (_, index) => ({
    ...mornings,
    id: index + 1,
    name: `Season ${index + 1}`,
  }));
  serve(categories, [promptOf('What helped?')]);
  await page.viewport(375, 812);
  await renderPrompts();
  await expect.element(chip('Season 20')).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(375);
  expect(chip('Season 20').element().getBoundingClientRect().top).toBe(
    chip('All Categories').element().getBoundingClientRect().top,
  );
  await focus(chip('Season 20'));
  await expect.element(chip('Season 20')).toBeInViewport({ ratio: 1 });
});
