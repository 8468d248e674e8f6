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
