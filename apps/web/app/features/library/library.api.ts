import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { useDelete } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { showToast } from '../../lib/toast-store.ts';
import { shelfTexts } from './library.texts.ts';
import { type LibraryItem, type LibraryKind, type LibraryValues, type Shelf, shelves } from './shelves.ts';

/** A multiple of every number of columns, so that all rows are full. */
const pageSize = 24;

const libraryLists = listCache<LibraryItem, LibraryKind, Pick<LibraryItem, 'id' | 'kind'>>({
  name: 'library',
  readPage: (kind, query, options) => shelves[kind].list({ ...query, limit: pageSize }, options),
  belongsTo: (item, kind) => item.kind === kind,
});

export const libraryQuery = libraryLists.query;

/** Refetches the list now if it is visible, or else when it is next used. */
export const refreshLibrary = (queryClient: QueryClient, kind: LibraryKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: libraryLists.keys.list(kind) }, { throwOnError: true });

type ItemToSave = { values: () => Promise<LibraryValues>; idempotencyKey: string };

/** Adds or updates an item. The mutation also uploads the cover, so that an upload failure fails the mutation. */
export const saveMutation = (shelf: Shelf, item: LibraryItem | undefined) => {
  const texts = shelfTexts[shelf.kind];
  return mutationOptions({
    meta: { changes: ['library'] },
    mutationFn: async ({ values, idempotencyKey }: ItemToSave) =>
      item ? shelf.update(item.id, await values()) : shelf.create(await values(), idempotencyKey),
    onSuccess: (saved, _input, _context, { client }) => {
      if (item) libraryLists.replace(client, saved);
      else libraryLists.add(client, saved);
      showToast(item ? { title: texts.updated } : { title: texts.added, description: 'Members can find it now.' });
    },
    onError: (error, _input, _context, { client }) => {
      showFailure(error, item ? texts.updateFailed : texts.addFailed);
      if (item && isNotFoundError(error)) libraryLists.remove(client, item.id);
    },
  });
};

export const useDeleteItem = (shelf: Shelf, id: string) =>
  useDelete({
    changes: ['library'],
    send: () => shelf.remove(id),
    onDeleted: (queryClient) => libraryLists.remove(queryClient, id),
    title: shelfTexts[shelf.kind].deleted,
    failedText: shelfTexts[shelf.kind].deleteFailed,
  });
