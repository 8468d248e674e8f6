import type { Settings } from '@commons/contract/profiles';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import { memberAddresses } from './member-addresses.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(memberAddresses.getSettings, undefined, { signal }),
});

/** A choice shows at once, and goes back to what the server has when it could not be kept. */
export const useUpdateSettings = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: Partial<Settings>) => call(memberAddresses.updateSettings, { body: changes }),
    onMutate: (changes) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...changes }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      showToast({ title: 'Settings saved' });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      showFailure(error, 'Your choice could not be saved. Please try again.');
    },
  });
};
