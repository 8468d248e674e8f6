import { moderationCalls } from '@commons/contract/moderation/calls';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const caseKeys = {
  all: ['moderation'],
  queue: ['moderation', 'queue'],
  count: ['moderation', 'count'],
  cases: ['moderation', 'case'],
  case: (id: string) => ['moderation', 'case', id] as const,
  deciding: (id: string) => ['moderation', 'deciding', id] as const,
} as const;

const queueCountQuery = queryOptions({
  queryKey: caseKeys.count,
  queryFn: ({ signal }) => call(moderationCalls.countCases, undefined, { signal }),
  gcTime: Infinity,
});

/** Number of cases that wait for this moderator; 0 while unknown. */
export const useQueueCount = (): number => useQuery(queueCountQuery).data?.count ?? 0;

/** When the last case was closed; null while unknown, and before the first case is closed. */
export const useLastClosedAt = (): string | null => useQuery(queueCountQuery).data?.lastClosedAt ?? null;

/** Refetches the queue and its count. */
export const refetchQueue = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: caseKeys.queue }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: caseKeys.count }, { throwOnError: true }),
  ]);
};

/** Refetches all moderation data on screen after a gap in the live connection. */
export const catchUpCases = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    refetchQueue(queryClient),
    queryClient.invalidateQueries({ queryKey: caseKeys.cases }, { throwOnError: true }),
  ]);
};

/** Refetches a case that another moderator changed. The viewer's own decision is in its response. */
export const refetchCase = async (queryClient: QueryClient, id: string): Promise<void> => {
  if (queryClient.isMutating({ mutationKey: caseKeys.deciding(id) }) > 0) return;
  await queryClient.invalidateQueries({ queryKey: caseKeys.case(id) });
};
