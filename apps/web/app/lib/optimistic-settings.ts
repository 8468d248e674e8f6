import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from './api-error.ts';
import { showToast } from './toast-store.ts';

type SettingsOptions<Settings, Change> = {
  name: string;
  read: (signal: AbortSignal) => Promise<Settings>;
  save: (change: Change) => Promise<Settings>;
  /** Returns the settings with a change applied. */
  apply: (settings: Settings, change: Change) => Settings;
};

/**
 * Creates the query and the hook for a group of settings. A change shows at once (optimistic update). Changes are saved
 * one after the other, so the last one wins. A failed change reverts to the server's state without a refetch.
 */
export function optimisticSettings<Settings, Change>({ name, read, save, apply }: SettingsOptions<Settings, Change>) {
  const queryKey = [name] as const;
  const query = queryOptions<Settings, Error, Settings, typeof queryKey>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
  });

  const useSettings = () => {
    const queryClient = useQueryClient();
    /** Changes in flight, newest last. Not in the query cache, which notifies in a later task. */
    const [pendingChanges, setPendingChanges] = useState<Change[]>([]);
    const settings = useQuery({ ...query, select: (saved: Settings) => pendingChanges.reduce(apply, saved) });
    const { mutate } = useMutation({
      scope: { id: name },
      meta: { changes: [name] },
      mutationFn: save,
      // A response to an earlier read would overwrite the change.
      onMutate: () => void queryClient.cancelQueries({ queryKey }, { revert: false }),
      onSuccess: (saved) => {
        queryClient.setQueryData<Settings>(queryKey, saved);
        showToast({ title: 'Settings saved' });
      },
      onError: (error) => showFailure(error, 'Your choice could not be saved. Please try again.'),
      onSettled: (_saved, _error, change) => setPendingChanges((others) => others.filter((other) => other !== change)),
    });
    const choose = (change: Change, options: { onSuccess?: () => void } = {}): void => {
      setPendingChanges((others) => [...others, change]);
      mutate(change, options);
    };
    return { query: settings, choose };
  };

  return { query, useSettings };
}
