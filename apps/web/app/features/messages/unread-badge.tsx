import { type UnreadCount, messageCalls } from '@commons/contract/messages';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { newerCount } from '../../lib/newer-count.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadConversations } from './messages.texts.ts';

/** Number of unread conversations. */
export function UnreadMessagesBadge() {
  const count = useQuery(unreadCountQuery).data?.count ?? 0;
  return <CountBadge count={count} text={unreadConversations(count)} />;
}

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
