import { waitlistCalls } from '@commons/contract/waitlist/calls';
import type { InvitableEntry } from '@commons/contract/waitlist/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { explainFailure, ignoreNotFound, showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast-store.ts';

/** The access code, or none for an admin. `attempt` makes each press of the button a new query. */
export type Access = { accessCode?: string; attempt: number };

const bodyOf = ({ accessCode }: Access) => (accessCode === undefined ? {} : { accessCode });

export const waitlistQuery = (access: Access) =>
  queryOptions({
    queryKey: ['waitlist', access.attempt],
    queryFn: ({ signal }) => call(waitlistCalls.listWaitlist, { body: bodyOf(access) }, { signal }),
  });

const useListChange = (access: Access) => {
  const client = useQueryClient();
  return (change: (entries: InvitableEntry[]) => InvitableEntry[]) =>
    client.setQueryData(waitlistQuery(access).queryKey, (entries) => entries && change(entries));
};

export function useDeleteEntry(access: Access) {
  const changeList = useListChange(access);
  return useMutation({
    meta: { changes: ['waitlist'] },
    mutationFn: (id: string) =>
      call(waitlistCalls.deleteWaitlistEntry, { params: { id }, body: bodyOf(access) }).catch(ignoreNotFound),
    onSuccess: (_, id) => {
      changeList((entries) => entries.filter((entry) => entry.id !== id));
      showToast({ title: 'Waitlist entry deleted successfully' });
    },
    onError: (error) => showFailure(error, 'Failed to delete waitlist entry.'),
  });
}

export function useInvite(access: Access) {
  const changeList = useListChange(access);
  return useMutation({
    meta: { changes: ['waitlist'] },
    mutationFn: (id: string) => call(waitlistCalls.inviteFromWaitlist, { body: { id } }),
    onSuccess: (invited) => {
      changeList((entries) => entries.map((entry) => (entry.id === invited.id ? invited : entry)));
      showToast({ title: 'Invitation sent', description: `A link to sign up is on its way to ${invited.email}.` });
    },
    onError: (error) => showFailure(error, explainFailure(error) ?? 'Failed to send the invitation. Please try again.'),
  });
}
