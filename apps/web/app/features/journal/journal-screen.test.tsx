import { journalCalls } from '@commons/contract/journal/calls';
import type { JournalEntry } from '@commons/contract/journal/schemas';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pageWithNext, reply } from '../../../test/api.ts';
import { newId, renderScreen } from '../../../test/screen.tsx';
import JournalScreen from './journal-screen.tsx';

/** An entry of a local time. */
const entryAt = (localTime: string, content: string): JournalEntry => ({
  id: newId(),
  promptId: newId(),
  prompt: 'What helped today?',
  content,
  createdAt: new Date(localTime).toISOString(),
  revision: 1,
});
const entriesOf = (day: string) => page.getByRole('region', { name: day }).getByRole('article');

test('entries are grouped by local day, and older ones load near the end of the list', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-16T12:00') });
  onTestFinished(() => void vi.useRealTimers());
  const pages = Array.from({ length: 22 }, (_, number) => entryAt('2026-07-15T23:59', `Page ${number}`));
  reply(journalCalls.listJournalEntries, ({ query }) =>
    query.has('cursor')
      ? [...pages.slice(19), entryAt('2026-07-14T12:00', 'The first')]
      : pageWithNext([entryAt('2026-07-16T00:01', 'After midnight'), ...pages.slice(0, 19)]),
  );
  await renderScreen(<JournalScreen />);
  await expect.element(entriesOf('Today')).toMatchTextContent(/00:01.*After midnight/);
  entriesOf('Yesterday').last().element().scrollIntoView();
  await expect.element(entriesOf('Tuesday')).toMatchTextContent('The first');
  expect(entriesOf('Yesterday').elements()).toHaveLength(22);
});
