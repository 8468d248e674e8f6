import { journalCalls, type JournalEntry } from '@commons/contract/journal';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, isUnavailableItemError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, itemsIn, mapPages, pagedQuery, type Pages } from '../../lib/pages.ts';
import { restartReads, staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

const entryKeys = {
  list: ['journal-entries', 'list'],
  allSingle: ['journal-entries', 'one'],
  one: (entryId: string) => ['journal-entries', 'one', entryId] as const,
} as const;

export const entriesQuery = pagedQuery<JournalEntry>({
  queryKey: entryKeys.list,
  read: ({ cursor, signal }) => callPage(journalCalls.listJournalEntries, { query: cursorOf(cursor) }, { signal }),
});

/** Fetches an entry. Null if it was deleted or belongs to another member. */
export const readEntry = async (entryId: string, signal?: AbortSignal): Promise<JournalEntry | null> => {
  try {
    return await call(journalCalls.getJournalEntry, { params: { id: entryId } }, signal && { signal });
  } catch (error) {
    if (isUnavailableItemError(error)) return null;
    throw error;
  }
};

const findList = (queryClient: QueryClient): Pages<JournalEntry> | undefined =>
  queryClient.getQueryData<Pages<JournalEntry>>(entryKeys.list);

const findCachedEntry = (queryClient: QueryClient, entryId: string): JournalEntry | undefined =>
  queryClient.getQueryData<JournalEntry | null>(entryKeys.one(entryId)) ??
  itemsIn(findList(queryClient) ?? { pages: [] }).find(({ id }) => id === entryId);

/** Query for one entry. Starts with the data of the list, then refetches. */
export const entryQuery = (queryClient: QueryClient, entryId: string) =>
  queryOptions({
    queryKey: entryKeys.one(entryId),
    queryFn: ({ signal }) => readEntry(entryId, signal),
    initialData: () => findCachedEntry(queryClient, entryId),
    initialDataUpdatedAt: 0,
    ...staleOnVisit,
  });

const changeList = (
  queryClient: QueryClient,
  change: (entries: JournalEntry[], index: number) => JournalEntry[],
): void => {
  queryClient.setQueryData<Pages<JournalEntry>>(entryKeys.list, (list) => list && mapPages(list, change));
  // A list request in flight does not contain this change, even if its screen has not opened yet.
  restartReads(queryClient, entryKeys.list, 'all');
};

/** Applies a saved entry to the cache. An entry that is newer than all loaded ones comes first. */
export const showEntry = (queryClient: QueryClient, entry: JournalEntry): void => {
  const loadedEntries = itemsIn(findList(queryClient) ?? { pages: [] });
  const isNewest = loadedEntries.every(({ id }) => id < entry.id);
  changeList(queryClient, (entries, index) =>
    isNewest && index === 0
      ? [entry, ...entries]
      : entries.map((cached) => (cached.id === entry.id && cached.revision < entry.revision ? entry : cached)),
  );
  queryClient.setQueryData<JournalEntry | null>(entryKeys.one(entry.id), (cached) =>
    cached && cached.revision > entry.revision ? cached : entry,
  );
};

const removeEntry = (queryClient: QueryClient, entryId: string): void => {
  changeList(queryClient, (entries) => entries.filter(({ id }) => id !== entryId));
  queryClient.setQueryData<JournalEntry | null>(entryKeys.one(entryId), null);
};

/** Handles a live frame: the entry has this revision, or was deleted (null), possibly on another device. */
export const applyEntryRevision = async (
  queryClient: QueryClient,
  entryId: string,
  revision: number | null,
): Promise<void> => {
  if (revision === null) return removeEntry(queryClient, entryId);
  const cachedEntry = findCachedEntry(queryClient, entryId);
  if (cachedEntry ? cachedEntry.revision >= revision : findList(queryClient) === undefined) {
    // The entry's own page may have this revision while the list does not.
    if (cachedEntry) showEntry(queryClient, cachedEntry);
    return undefined;
  }
  const entry = await readEntry(entryId);
  if (entry !== null) showEntry(queryClient, entry);
  return undefined;
};

export const refreshEntries = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(
    [entryKeys.list, entryKeys.allSingle].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
    ),
  );
};

/** Deletes an entry. Succeeds if the entry has already been deleted. */
export const useDeleteEntry = (entryId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['journal-entries'] },
    mutationFn: async () => {
      try {
        await call(journalCalls.deleteJournalEntry, { params: { id: entryId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removeEntry(queryClient, entryId);
      showToast({ title: 'Entry deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete entry. Please try again.'),
  });
};
