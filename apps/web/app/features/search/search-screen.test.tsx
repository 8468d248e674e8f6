import { searchCalls } from '@commons/contract/search/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem, reply } from '../../../test/api.ts';
import { button, expectAccessible, newId, renderScreen } from '../../../test/screen.tsx';
import SearchScreen from './search-screen.tsx';
import Suggestions from './suggestions.tsx';

test('a failed search shows an error and can be retried', async () => {
  reply(searchCalls.search, problem(500));
  await renderScreen(<SearchScreen />, { path: '/search?q=calm' });
  await expect.element(page.getByRole('heading', { name: 'The search failed' })).toBeVisible();
  reply(searchCalls.search, { corrected: null, groups: [] });
  await button('Try again').click();
  await expect.element(page.getByText('No results')).toBeVisible();
  await expectAccessible('nothing found');
});

test('on a phone the selected kind of results is in view', async () => {
  reply(searchCalls.search, { corrected: null, groups: [] });
  await page.viewport(375, 800);
  await renderScreen(<SearchScreen />, { path: '/search?q=gratitude&type=events' });
  const tab = page.getByRole('tab', { name: 'Events' });
  await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab).toBeInViewport({ ratio: 1 });
});

test('prompts of one category have distinct names', async () => {
  const texts = ['What did you notice?', 'What can wait?'];
  const results = texts.map((text) => ({
    id: newId(),
    title: { text: 'Mornings', marks: [] },
    excerpt: { text, marks: [] },
    ...{ contentWarning: null, imageUrl: null, author: null, at: null },
  }));
  reply(searchCalls.search, { corrected: null, groups: [{ type: 'prompts', results, hasMore: false, next: null }] });
  const { leave } = await renderScreen(
    <Suggestions inputRef={{ current: null }} text="what" onLeave={() => undefined} />,
  );
  for (const text of texts)
    await expect.element(page.getByRole('option', { name: `${text} Mornings`, exact: true })).toBeVisible();
  await leave();
  await renderScreen(<SearchScreen />, { path: '/search?q=what' });
  for (const [index, text] of texts.entries())
    await expect
      .element(page.getByRole('link', { name: 'Mornings', exact: true }).nth(index))
      .toHaveAccessibleDescription(text);
});
