import { profileCalls, type Settings } from '@commons/contract/profiles';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../ui/toast-store.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const settings = await call(profileCalls.getSettings, undefined, { signal });
    return withSaved(settings);
  },
});

/** What the server is known to have, and the choices that are on their way to it, the latest last. */
let saved: Settings | undefined;
let underWay: Partial<Settings>[] = [];

const shown = (settings: Settings): Settings => Object.assign({}, settings, ...underWay) as Settings;

const withSaved = (settings: Settings): Settings => {
  saved = settings;
  return shown(settings);
};

const show = (queryClient: QueryClient): void => {
  if (saved) queryClient.setQueryData(settingsQuery.queryKey, shown(saved));
};

/**
 * A choice shows at once. Choices are saved one after the other, so that the last press wins; one that could not be
 * saved goes back to what the server has, without asking it.
 */
export const useUpdateSettings = () => {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: (changes: Partial<Settings>) => call(profileCalls.updateSettings, { body: changes }),
    onMutate: (changes) => {
      // An answer that was asked for before would bring the choice before.
      void queryClient.cancelQueries({ queryKey: settingsQuery.queryKey }, { revert: false });
      underWay = [...underWay, changes];
      show(queryClient);
    },
    onSuccess: (settings) => {
      saved = settings;
      showToast({ title: 'Settings saved' });
    },
    onError: (error) => showFailure(error, 'Your choice could not be saved. Please try again.'),
    onSettled: (_settings, _error, changes) => {
      underWay = underWay.filter((others) => others !== changes);
      show(queryClient);
    },
  });
};
