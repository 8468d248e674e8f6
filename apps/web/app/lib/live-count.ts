import { type QueryClient, queryOptions } from '@tanstack/react-query';

type Count = { count: number; revision: number };

/** Returns the count with the higher revision, because responses and frames can arrive in any order. */
export const newerCount = (current: Count | undefined, received: Count): Count =>
  current && current.revision >= received.revision ? current : received;

/** Creates the query of a count, and the functions that apply and read it. Live frames change the count. */
export const liveCount = (queryKey: readonly string[], read: (signal: AbortSignal) => Promise<Count>) => ({
  query: queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const response = await read(signal);
      return newerCount(client.getQueryData<Count>(queryKey), response);
    },
    gcTime: Infinity,
  }),
  /** Applies a count from a frame or a response. */
  apply: (client: QueryClient, received: Count): void => {
    client.setQueryData<Count>(queryKey, (current) => newerCount(current, received));
  },
});
