import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, itemsIn, mapPages, pagedQuery, type Pages } from '../../lib/pages.ts';
import { showToast } from '../../lib/toast-store.ts';
import {
  capitalizedNoun,
  type LibraryItem,
  type LibraryKind,
  type LibraryValues,
  type Shelf,
  shelves,
} from './shelves.ts';

/** A multiple of every number of columns, so that all rows are full. */
const pageSize = 24;

const listKey = (kind: LibraryKind) => ['library', kind] as const;

export const libraryQuery = (kind: LibraryKind) =>
  pagedQuery({
    queryKey: listKey(kind),
    read: ({ cursor, signal }) => shelves[kind].list({ ...cursorOf(cursor), limit: pageSize }, signal),
    gcTime: 60 * 60 * 1000,
  });

/** Refetches the list now if it is visible, or else when it is next used. */
export const refreshLibrary = (queryClient: QueryClient, kind: LibraryKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey(kind) }, { throwOnError: true });

type Change = (items: LibraryItem[], index: number) => LibraryItem[];

const changeList = (queryClient: QueryClient, kind: LibraryKind, change: Change): void => {
  queryClient.setQueryData<Pages<LibraryItem>>(listKey(kind), (list) => list && mapPages(list, change));
};

const addItem = (queryClient: QueryClient, kind: LibraryKind, item: LibraryItem): void => {
  // The frame may have arrived before the response.
  const list = queryClient.getQueryData<Pages<LibraryItem>>(listKey(kind));
  if (list && itemsIn(list).some(({ id }) => id === item.id)) return;
  changeList(queryClient, kind, (items, index) => (index === 0 ? [item, ...items] : items));
};

type ItemToSave = { values: () => Promise<LibraryValues>; idempotencyKey: string };

/** Adds or updates an item. The mutation also uploads the cover, so that an upload failure fails the mutation. */
export const saveMutation = (shelf: Shelf, item: LibraryItem | undefined) =>
  mutationOptions({
    meta: { changes: ['library'] },
    mutationFn: async ({ values, idempotencyKey }: ItemToSave) =>
      item ? shelf.update(item.id, await values()) : shelf.create(await values(), idempotencyKey),
    onSuccess: (saved, _input, _context, { client }) => {
      if (item)
        changeList(client, shelf.kind, (items) => items.map((cached) => (cached.id === saved.id ? saved : cached)));
      else addItem(client, shelf.kind, saved);
      showToast(
        item
          ? { title: `${capitalizedNoun(shelf)} updated` }
          : { title: `${capitalizedNoun(shelf)} Added!`, description: 'Members can find it now.' },
      );
    },
    onError: (error, _input, _context, { client }) => {
      showFailure(error, `Failed to ${item ? 'update' : 'add'} ${shelf.noun}. Please try again.`);
      if (item && isNotFoundError(error))
        changeList(client, shelf.kind, (items) => items.filter(({ id }) => id !== item.id));
    },
  });

/** Deletes an item. Succeeds if the item has already been deleted. */
export const useDeleteItem = (shelf: Shelf, id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['library'] },
    mutationFn: async () => {
      try {
        await shelf.remove(id);
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      changeList(queryClient, shelf.kind, (items) => items.filter((item) => item.id !== id));
      showToast({ title: `${capitalizedNoun(shelf)} deleted` });
    },
    onError: (error) => showFailure(error, `Failed to delete ${shelf.noun}. Please try again.`),
  });
};
