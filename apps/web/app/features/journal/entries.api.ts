import { journalCalls } from '@commons/contract/journal/calls';
import type { JournalEntry } from '@commons/contract/journal/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { useDelete } from '../../lib/item-mutations.ts';
import { listCache, prependItem } from '../../lib/list-cache.ts';
import { itemsIn } from '../../lib/pages.ts';
import { restartReads } from '../../lib/query-client.ts';

const entryLists = listCache<JournalEntry, 'all'>({
  name: 'journal-entries',
  readPage: (_all, query, options) => callPage(journalCalls.listJournalEntries, { query }, options),
  readItem: (id, options) => call(journalCalls.getJournalEntry, { params: { id } }, options),
});
const { keys, readItem: readEntry } = entryLists;

export const entriesQuery = entryLists.query('all');
export const entryQuery = entryLists.itemQuery;
export { readEntry };

const newer = (cached: JournalEntry, entry: JournalEntry) => (cached.revision < entry.revision ? entry : cached);

/** Applies a saved entry to the cache. An entry that is newer than all loaded ones comes first. */
export const showEntry = (queryClient: QueryClient, entry: JournalEntry): void => {
  const list = entryLists.findList(queryClient, 'all');
  if (list && itemsIn(list).every(({ id }) => id < entry.id)) prependItem(queryClient, keys.list('all'), entry);
  entryLists.update(queryClient, entry.id, (cached) => newer(cached, entry));
  queryClient.setQueryData<JournalEntry | null>(keys.item(entry.id), (cached) => cached ?? entry);
  // A list request in flight does not contain this change, even if its screen has not opened yet.
  restartReads(queryClient, keys.lists, 'all');
};

const removeEntry = (queryClient: QueryClient, entryId: string): void => {
  entryLists.remove(queryClient, entryId);
  queryClient.setQueryData<JournalEntry | null>(keys.item(entryId), null);
  restartReads(queryClient, keys.lists, 'all');
};

/** Handles a live frame: the entry has this revision, or was deleted (null), possibly on another device. */
export const applyEntryRevision = async (
  queryClient: QueryClient,
  entryId: string,
  revision: number | null,
): Promise<void> => {
  if (revision === null) return removeEntry(queryClient, entryId);
  const cachedEntry = entryLists.find(queryClient, entryId);
  if (cachedEntry ? cachedEntry.revision >= revision : !entryLists.findList(queryClient, 'all')) {
    // The entry's own page may have this revision while the list does not.
    if (cachedEntry) showEntry(queryClient, cachedEntry);
    return undefined;
  }
  const entry = await readEntry(queryClient, entryId);
  if (entry !== null) showEntry(queryClient, entry);
  return undefined;
};

export const refreshEntries = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(
    [keys.lists, keys.items].map((queryKey) => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })),
  );
};

export const useDeleteEntry = (entryId: string, onDeleted: () => void) =>
  useDelete({
    changes: ['journal-entries'],
    send: () => call(journalCalls.deleteJournalEntry, { params: { id: entryId } }),
    onDeleted: (queryClient) => {
      onDeleted();
      removeEntry(queryClient, entryId);
    },
    title: 'Entry deleted',
    failedText: 'Failed to delete entry. Please try again.',
  });
