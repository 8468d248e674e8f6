import { profileCalls } from '@commons/contract/profiles/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, problem, reply } from '../../../test/api.ts';
import { button, expectFocus, renderScreen, viewer } from '../../../test/screen.tsx';
import { MutedWordsSection } from './muted-words-section.tsx';

const field = () => page.getByLabelText('Word or phrase to mute');
const announcement = (text: string) => page.getByRole('status').filter({ hasText: text });

test('muting and unmuting words faster than the server responds keeps all changes', async () => {
  await renderScreen(<MutedWordsSection />, { member: { ...viewer, mutedWords: ['scales'] } });
  const finish = holdReply(profileCalls.updateMutedWords);
  await field().fill('calories');
  await userEvent.keyboard('{Enter}');
  await button('Unmute “scales”').click();
  reply(profileCalls.updateMutedWords, ({ body }) => body as { words: string[] });
  finish({ words: ['scales', 'calories'] });
  await expect.element(button('Unmute “scales”')).not.toBeInTheDocument();
  await expect.element(button('Unmute “calories”')).toBeVisible();
  await expectFocus(field());
});

test('an error when a member mutes a word is announced', async () => {
  await renderScreen(<MutedWordsSection />);
  await field().fill('x');
  await button('Mute').click();
  await expectFocus(field());
  await expect.element(field()).toHaveAccessibleDescription('Please use at least 2 characters.');
  await expect.element(announcement('Please use at least 2 characters.')).toBeInTheDocument();
  reply(profileCalls.updateMutedWords, problem(500));
  await field().fill('scales');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveAccessibleDescription('On our side.');
  await expect.element(announcement('On our side.')).toBeInTheDocument();
});
