import { messageCalls, type UnreadCount } from '@commons/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { laterCount } from '../../lib/later-count.ts';

const queryKey = ['messages', 'unread-count'] as const;

export const unreadCountQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<UnreadCount> => {
    const answer = await call(messageCalls.getUnreadCount, undefined, { signal });
    return laterCount(client.getQueryData<UnreadCount>(queryKey), answer);
  },
  gcTime: Infinity,
});

/** Applies a count from a frame. */
export const takeUnreadCount = (queryClient: QueryClient, heard: UnreadCount): void => {
  queryClient.setQueryData<UnreadCount>(queryKey, (held) => laterCount(held, heard));
};

/** The current count. */
export const heldUnreadCount = (queryClient: QueryClient): number | undefined =>
  queryClient.getQueryData<UnreadCount>(queryKey)?.count;
