import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, renderScreen } from '../../../test/screen.tsx';
import WriteScreen from './write-screen.tsx';

test('without a prompt, the writing screen links to the prompts', async () => {
  await renderScreen(<WriteScreen />, { path: '/journal/write' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Choose a prompt to write about' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See all prompts' })).toHaveAttribute('href', '/journal-prompts');
  await expectAccessible('the writing screen without a prompt');
});
