import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../ui/toast-store.ts';
import { showFailure } from './api-error.ts';

type Parts<Settings, Change> = {
  name: string;
  read: (signal: AbortSignal) => Promise<Settings>;
  save: (change: Change) => Promise<Settings>;
  /** The settings with a choice made. */
  apply: (settings: Settings, change: Change) => Settings;
};

/**
 * Settings of a member, and how they are chosen. A choice shows at once. Choices are saved one after the other, so that the
 * last press wins; one that could not be saved goes back to what the server has, without asking it.
 */
export function chosenSettings<Settings, Change>({ name, read, save, apply }: Parts<Settings, Change>) {
  /** What the server is known to have, and the choices that are on their way to it, the latest last. */
  let saved: Settings | undefined;
  let underWay: Change[] = [];

  const withChoices = (settings: Settings, choices: Change[]): Settings => choices.reduce(apply, settings);
  const without = (choices: Change[], choice: Change) => choices.filter((other) => other !== choice);

  const queryKey = [name] as const;
  const query = queryOptions<Settings, Error, Settings, typeof queryKey>({
    queryKey,
    queryFn: async ({ signal }) => {
      saved = await read(signal);
      return withChoices(saved, underWay);
    },
  });

  const show = (queryClient: QueryClient): void => {
    if (saved !== undefined) queryClient.setQueryData<Settings>(queryKey, withChoices(saved, underWay));
  };

  const useSettings = () => {
    const queryClient = useQueryClient();
    // The cache tells of a change in a later task: until then a control would jump back to what it showed.
    const [chosen, setChosen] = useState<Change[]>([]);
    const settings = useQuery({ ...query, select: (known: Settings) => withChoices(known, chosen) });
    const { mutate } = useMutation({
      scope: { id: name },
      meta: { changes: [name] },
      mutationFn: save,
      onMutate: (change: Change) => {
        // An answer that was asked for before would bring the choice before.
        void queryClient.cancelQueries({ queryKey }, { revert: false });
        underWay = [...underWay, change];
        show(queryClient);
      },
      onSuccess: (answer) => {
        saved = answer;
        showToast({ title: 'Settings saved' });
      },
      onError: (error) => showFailure(error, 'Your choice could not be saved. Please try again.'),
      onSettled: (_settings, _error, change) => {
        underWay = without(underWay, change);
        show(queryClient);
        setChosen((others) => without(others, change));
      },
    });
    const choose = (change: Change, options: { onSuccess?: () => void } = {}): void => {
      setChosen((others) => [...others, change]);
      mutate(change, options);
    };
    return { query: settings, choose };
  };

  return { query, useSettings };
}
