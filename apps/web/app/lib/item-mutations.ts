import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound, isNotFoundError, showFailure } from './api-error.ts';
import { showToast } from './toast-store.ts';

type Texts = { title: string; description?: string; failedText: string };

type Deletion = Texts & {
  /** First parts of query keys. Their reads in flight restart after the deletion. */
  changes: readonly string[];
  send: () => Promise<unknown>;
  /** Updates the cache. `existed` is false if the item was already gone. */
  onDeleted: (client: QueryClient, existed: boolean) => unknown;
};

/** Deletes an item. An item that is already gone counts as deleted. */
export const useDelete = ({ changes, send, onDeleted, failedText, ...toast }: Deletion) => {
  const client = useQueryClient();
  return useMutation({
    meta: { changes },
    mutationFn: () =>
      send().then(
        () => true,
        (error: unknown) => {
          ignoreNotFound(error);
          return false;
        },
      ),
    onSuccess: async (existed) => {
      await onDeleted(client, existed);
      showToast(toast);
    },
    onError: (error) => showFailure(error, failedText),
  });
};

type Update<Item, Input> = Texts & {
  changes: readonly string[];
  send: (input: Input) => Promise<Item>;
  onUpdated: (client: QueryClient, item: Item, input: Input) => void;
  /** Updates the cache if the item no longer exists. */
  onMissing: (client: QueryClient) => void;
};

/** Saves changes of an item. */
export const useUpdate = <Item, Input>(update: Update<Item, Input>) => {
  const { changes, send, onUpdated, onMissing, failedText, ...toast } = update;
  const client = useQueryClient();
  return useMutation({
    meta: { changes },
    mutationFn: send,
    onSuccess: (item, input) => {
      onUpdated(client, item, input);
      showToast(toast);
    },
    onError: (error) => {
      showFailure(error, failedText);
      if (isNotFoundError(error)) onMissing(client);
    },
  });
};

/** Toasts about changes of an item. */
type ItemTexts = {
  createFailed: string;
  updated: string;
  updateFailed: string;
  deleted: string;
  deleteFailed: string;
};

type ItemMutations<Item, Input, Id> = {
  /** The cached lists of the items. A mutation stays pending until `add`, `replace` or `remove` resolves. */
  lists: {
    keys: { creating: readonly string[] };
    add: (client: QueryClient, item: Item) => unknown;
    replace: (client: QueryClient, item: Item) => unknown;
    remove: (client: QueryClient, id: Id) => unknown;
  };
  changes: readonly string[];
  create: (input: Input, idempotencyKey: string) => Promise<Item>;
  update: (id: Id, input: Input) => Promise<Item>;
  remove: (id: Id) => Promise<unknown>;
  /** For example "Win". */
  noun: string;
  texts: ItemTexts;
  /** Called after the lists are updated, for example to show a toast. */
  onCreated: (item: Item) => void;
};

/** Creates the hooks that save and delete items of a list. They update the cache and show toasts. */
export const itemMutations = <Item, Input, Id extends string | number = string>(
  options: ItemMutations<Item, Input, Id>,
) => {
  const { lists, changes, create, update, remove, noun, texts, onCreated } = options;

  /** Creates an item, or updates the one with this id. */
  const useSave = (id?: Id) => {
    const client = useQueryClient();
    return useMutation({
      meta: { changes },
      ...(id === undefined && { mutationKey: lists.keys.creating }),
      mutationFn: ({ input, idempotencyKey }: { input: Input; idempotencyKey: string }) =>
        id === undefined ? create(input, idempotencyKey) : update(id, input),
      onSuccess: async (item) => {
        if (id === undefined) {
          await lists.add(client, item);
          onCreated(item);
        } else {
          await lists.replace(client, item);
          showToast({ title: texts.updated });
        }
      },
      onError: (error) => {
        showFailure(error, id === undefined ? texts.createFailed : texts.updateFailed);
        if (id !== undefined && isNotFoundError(error)) void lists.remove(client, id);
      },
    });
  };

  const useDeleteItem = (id: Id, onDeleted?: () => void) =>
    useDelete({
      changes,
      send: () => remove(id),
      onDeleted: (client) => {
        onDeleted?.();
        return lists.remove(client, id);
      },
      title: texts.deleted,
      failedText: texts.deleteFailed,
    });

  return { noun, lists, useSave, useDelete: useDeleteItem };
};
