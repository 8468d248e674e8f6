import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  /** The settings as the server last returned them, and the changes in flight, newest last. */
  let saved: Settings | undefined;
  let inFlight: Change[] = [];

  const withChanges = (settings: Settings, changes: Change[]): Settings => changes.reduce(apply, settings);
  const without = (changes: Change[], change: Change) => changes.filter((other) => other !== change);

  const queryKey = [name] as const;
  const query = queryOptions<Settings, Error, Settings, typeof queryKey>({
    queryKey,
    queryFn: async ({ signal }) => {
      saved = await read(signal);
      return withChanges(saved, inFlight);
    },
  });

  const updateCache = (queryClient: QueryClient): void => {
    if (saved !== undefined) queryClient.setQueryData<Settings>(queryKey, withChanges(saved, inFlight));
  };

  const useSettings = () => {
    const queryClient = useQueryClient();
    // The query cache notifies in a later task. Until then a control would show its old value.
    const [pendingChanges, setPendingChanges] = useState<Change[]>([]);
    const settings = useQuery({
      ...query,
      select: (cachedSettings: Settings) => withChanges(cachedSettings, pendingChanges),
    });
    const { mutate } = useMutation({
      scope: { id: name },
      meta: { changes: [name] },
      mutationFn: save,
      onMutate: (change: Change) => {
        // A response to an earlier read would overwrite the change.
        void queryClient.cancelQueries({ queryKey }, { revert: false });
        inFlight = [...inFlight, change];
        updateCache(queryClient);
      },
      onSuccess: (savedSettings) => {
        saved = savedSettings;
        showToast({ title: 'Settings saved' });
      },
      onError: (error) => showFailure(error, 'Your choice could not be saved. Please try again.'),
      onSettled: (_settings, _error, change) => {
        inFlight = without(inFlight, change);
        updateCache(queryClient);
        setPendingChanges((others) => without(others, change));
      },
    });
    const choose = (change: Change, options: { onSuccess?: () => void } = {}): void => {
      setPendingChanges((others) => [...others, change]);
      mutate(change, options);
    };
    return { query: settings, choose };
  };

  return { query, useSettings };
}
