import type * as contract from '@commons/contract/community';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { endpointAddress } from '../../lib/endpoint-address.ts';

const getCommunityStats = endpointAddress<typeof contract.getCommunityStats>({
  method: 'GET',
  path: '/api/community/stats',
});

export const communityStatsQuery = queryOptions({
  queryKey: ['community', 'stats'],
  queryFn: ({ signal }) => call(getCommunityStats, undefined, { signal }),
});
