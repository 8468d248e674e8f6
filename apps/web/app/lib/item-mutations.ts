import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound, isNotFoundError, showFailure } from './api-error.ts';
import { showToast } from './toast-store.ts';

type Texts = { title: string; description?: string; failedText: string };

type Deletion = Texts & {
  /** First parts of the query keys whose data it makes stale. */
  changes: readonly string[];
  send: () => Promise<unknown>;
  /** Updates the cache. `existed` is false if the item was already gone. */
  onDeleted: (client: QueryClient, existed: boolean) => void;
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
    onSuccess: (existed) => {
      onDeleted(client, existed);
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

type ItemMutations<Item, Input> = {
  /** The cached lists of the items. */
  lists: {
    keys: { creating: readonly string[] };
    add: (client: QueryClient, item: Item) => void;
    replace: (client: QueryClient, item: Item) => void;
    remove: (client: QueryClient, id: string) => void;
  };
  changes: readonly string[];
  create: (input: Input, idempotencyKey: string) => Promise<Item>;
  update: (id: string, input: Input) => Promise<Item>;
  remove: (id: string) => Promise<unknown>;
  /** For example "Win". */
  noun: string;
  /** The noun in messages about failures. Default: `noun` in lower case. */
  failedNoun?: string;
  /** The verb for creating in messages about failures, for example "share". */
  verb: string;
  /** Shows a toast. */
  onCreated: (item: Item) => void;
};

/** Creates the hooks that save and delete items of a list. They update the cache and show toasts. */
export const itemMutations = <Item, Input>(options: ItemMutations<Item, Input>) => {
  const { lists, changes, create, update, remove, noun, failedNoun = noun.toLowerCase(), verb, onCreated } = options;
  const failedText = (action: string) => `Failed to ${action} ${failedNoun}. Please try again.`;

  /** Creates an item, or updates the one with this id. */
  const useSave = (id?: string) => {
    const client = useQueryClient();
    return useMutation({
      meta: { changes },
      ...(id === undefined && { mutationKey: lists.keys.creating }),
      mutationFn: ({ input, idempotencyKey }: { input: Input; idempotencyKey: string }) =>
        id === undefined ? create(input, idempotencyKey) : update(id, input),
      onSuccess: (item) => {
        if (id === undefined) {
          lists.add(client, item);
          onCreated(item);
        } else {
          lists.replace(client, item);
          showToast({ title: `${noun} updated` });
        }
      },
      onError: (error) => {
        showFailure(error, failedText(id === undefined ? verb : 'update'));
        if (id !== undefined && isNotFoundError(error)) lists.remove(client, id);
      },
    });
  };

  const useDeleteItem = (id: string, onDeleted?: () => void) =>
    useDelete({
      changes,
      send: () => remove(id),
      onDeleted: (client) => {
        onDeleted?.();
        lists.remove(client, id);
      },
      title: `${noun} deleted`,
      failedText: failedText('delete'),
    });

  return { noun, lists, useSave, useDelete: useDeleteItem };
};
