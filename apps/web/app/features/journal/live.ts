import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { followEntry, refreshEntries } from './entries.api.ts';
import { refreshPrompts } from './journal.api.ts';

/** The next reconnection or visit reads again; a signed-out answer is spoken of by the query client. */
const ignoreFailure = () => undefined;

/** The answer to a save of this very page comes at the same time, and makes reading the entry needless. */
const followMilliseconds = 1_000;

/** Keeps prompts, categories and the viewer's own entries in step. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'journal_prompts.changed': () => void refreshPrompts(queryClient),
    'journal_entry.changed': ({ entryId, revision }) =>
      void setTimeout(
        () => void followEntry(queryClient, entryId, revision).catch(ignoreFailure),
        revision === null ? 0 : followMilliseconds,
      ),
  },
  onOpened: [() => refreshPrompts(queryClient, { throwOnError: true }), () => refreshEntries(queryClient)],
});
