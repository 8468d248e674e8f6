import { profileCalls, type Settings } from '@commons/contract/profiles';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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

const withChoices = (settings: Settings, choices: Partial<Settings>[]): Settings =>
  Object.assign({}, settings, ...choices) as Settings;

const without = (choices: Partial<Settings>[], choice: Partial<Settings>) =>
  choices.filter((other) => other !== choice);

const withSaved = (settings: Settings): Settings => {
  saved = settings;
  return withChoices(settings, underWay);
};

const show = (queryClient: QueryClient): void => {
  if (saved) queryClient.setQueryData(settingsQuery.queryKey, withChoices(saved, underWay));
};

/**
 * The settings, and how they are chosen. A choice shows at once. Choices are saved one after the other, so that the last
 * press wins; one that could not be saved goes back to what the server has, without asking it.
 */
export const useSettings = () => {
  const queryClient = useQueryClient();
  // The cache tells of a change in a later task: until then a control would jump back to what it showed.
  const [chosen, setChosen] = useState<Partial<Settings>[]>([]);
  const query = useQuery({ ...settingsQuery, select: (settings) => withChoices(settings, chosen) });
  const { mutate } = useMutation({
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
      underWay = without(underWay, changes);
      show(queryClient);
      setChosen((others) => without(others, changes));
    },
  });
  const choose = (changes: Partial<Settings>, options: { onSuccess?: () => void } = {}): void => {
    setChosen((others) => [...others, changes]);
    mutate(changes, options);
  };
  return { query, choose };
};
