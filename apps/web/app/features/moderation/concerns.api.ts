import { concernCalls } from '@commons/contract/concerns/calls';
import type { Concern } from '@commons/contract/concerns/schemas';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';

/** Below the key of the queue, so that live updates of the queue refetch it. */
const concernsKey = ['moderation', 'queue', 'concerns'] as const;

export const concernsQuery = queryOptions({
  queryKey: concernsKey,
  queryFn: ({ signal }) => call(concernCalls.listConcerns, undefined, { signal }),
  ...staleOnVisit,
});

export const concernQuery = (id: string) =>
  queryOptions({
    queryKey: [...concernsKey, id],
    queryFn: ({ signal }) => call(concernCalls.getConcern, { params: { id } }, { signal }),
    ...staleOnVisit,
  });

export const answerConcern = (id: string, answer: string, idempotencyKey: string) =>
  call(concernCalls.answerConcern, { params: { id }, body: { answer } }, { idempotencyKey });

/** Removes an answered concern from the list and refetches the count of open cases. */
export const forgetConcern = (queryClient: QueryClient, id: string): void => {
  queryClient.setQueryData<Concern[]>(concernsKey, (listed) => listed?.filter((concern) => concern.id !== id));
  void queryClient.invalidateQueries({ queryKey: ['moderation', 'count'] });
};
