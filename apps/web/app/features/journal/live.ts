import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { applyEntryRevision, refreshEntries } from './entries.api.ts';
import { refreshPrompts } from './journal.api.ts';

/** The next reconnect or visit refetches. The query client handles an ended session. */
const ignoreFailure = () => undefined;

/** The response to an own save arrives at about the same time and makes a refetch unnecessary. */
const followMilliseconds = 1_000;

/** Keeps prompts, categories and the viewer's own entries up to date. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'journal_prompts.changed': () => void refreshPrompts(queryClient),
    'journal_entry.changed': ({ entryId, revision }) =>
      void setTimeout(
        () => void applyEntryRevision(queryClient, entryId, revision).catch(ignoreFailure),
        revision === null ? 0 : followMilliseconds,
      ),
  },
  onOpened: [() => refreshPrompts(queryClient, { throwOnError: true }), () => refreshEntries(queryClient)],
});
