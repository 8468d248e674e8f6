import { textsCalls } from '@commons/contract/texts/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The welcome text of this community, which admins can change. */
export const welcomeTextQuery = queryOptions({
  queryKey: ['welcome-text'],
  queryFn: ({ signal }) => call(textsCalls.getText, { params: { name: 'welcome' } }, { signal }),
});
