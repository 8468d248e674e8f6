import { searchCalls } from '@commons/contract/search/calls';
import type { SearchType } from '@commons/contract/search/schemas';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { cursorOf } from '../../lib/pages.ts';

/** Results are refetched with each visit. */
const cacheTimes = { staleTime: 10_000, gcTime: 60_000 } as const;

export const searchKey = ['search'] as const;

/** Some results of each kind. Cancels the request of an earlier query. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...searchKey, q],
    queryFn: ({ signal }) => call(searchCalls.search, { query: { q } }, { signal }),
    ...cacheTimes,
  });

/** Results of one kind, paginated. */
export const searchOfType = (q: string, type: SearchType) =>
  infiniteQueryOptions({
    queryKey: [...searchKey, q, type],
    queryFn: ({ pageParam, signal }) =>
      call(searchCalls.search, { query: { q, type, ...cursorOf(pageParam) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.groups[0]?.next ?? null,
    ...cacheTimes,
  });
