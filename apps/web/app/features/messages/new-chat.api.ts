import { connectionCalls } from '@commons/contract/connections';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';

/** Read anew each time somebody is looked for: who is connected changes while this is closed. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const ownConnectionsQuery = queryOptions({
  queryKey: ['messages', 'new-chat', 'connections'],
  queryFn: async ({ signal }) => {
    const { items } = await callPage(connectionCalls.listConnections, { query: { limit: 100 } }, { signal });
    return items.map(({ member }) => member);
  },
  ...fresh,
});

export const suggestionsQuery = queryOptions({
  queryKey: ['messages', 'new-chat', 'suggestions'],
  queryFn: ({ signal }) => call(connectionCalls.listSuggestedConnections, undefined, { signal }),
  ...fresh,
});
