import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { applyEntryRevision, refreshEntries } from './entries.api.ts';
import { refreshPrompts } from './journal.api.ts';

/** Delay before a refetch. Usually the response to the viewer's own save arrives first and makes it unnecessary. */
const refetchDelayMilliseconds = 1_000;

/** Keeps prompts, categories and the viewer's own entries current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'journal_prompts.changed': () => void refreshPrompts(queryClient),
    'journal_entry.changed': ({ entryId, revision }) =>
      void setTimeout(
        () => void applyEntryRevision(queryClient, entryId, revision).catch(ignoreFailure),
        revision === null ? 0 : refetchDelayMilliseconds,
      ),
  },
  onOpened: [
    () => queryClient.invalidateQueries({ queryKey: ['journal-prompts'] }, { throwOnError: true }),
    () => refreshEntries(queryClient),
  ],
});
