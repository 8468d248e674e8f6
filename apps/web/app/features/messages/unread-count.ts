import { messageCalls, type UnreadCount } from '@commons/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { newerCount } from '../../lib/newer-count.ts';

const queryKey = ['messages', 'unread-count'] as const;

export const unreadCountQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<UnreadCount> => {
    const response = await call(messageCalls.getUnreadCount, undefined, { signal });
    return newerCount(client.getQueryData<UnreadCount>(queryKey), response);
  },
  gcTime: Infinity,
});

/** Applies a count from a frame. */
export const applyUnreadCount = (queryClient: QueryClient, received: UnreadCount): void => {
  queryClient.setQueryData<UnreadCount>(queryKey, (current) => newerCount(current, received));
};

/** The current count. */
export const currentUnreadCount = (queryClient: QueryClient): number | undefined =>
  queryClient.getQueryData<UnreadCount>(queryKey)?.count;
