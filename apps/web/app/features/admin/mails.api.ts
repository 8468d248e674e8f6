import { mailsCalls } from '@commons/contract/mails/calls';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { storedMailsQuery } from './admin.api.ts';

export const mailPreviewsQuery = queryOptions({
  queryKey: ['admin', 'mail-previews'],
  queryFn: ({ signal }) => call(mailsCalls.listMailPreviews, undefined, { signal }),
  ...staleOnVisit,
});

/** Sends a test mail. Without a mail server it appears in the list of stored mails. */
export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(mailsCalls.sendTestMail),
    onSuccess: ({ outcome }) => {
      if (outcome === 'stored') void client.invalidateQueries({ queryKey: storedMailsQuery.queryKey });
    },
    onError: (error) => showFailure(error, 'The test email could not be sent. Please try again.'),
  });
}
