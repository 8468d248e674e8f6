import { communityCalls } from '@commons/contract/community';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const communityStatsQuery = queryOptions({
  queryKey: ['community', 'stats'],
  queryFn: ({ signal }) => call(communityCalls.getCommunityStats, undefined, { signal }),
});
