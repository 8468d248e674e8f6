import { notificationCalls, type UnreadNotifications } from '@commons/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { newerCount } from '../../lib/newer-count.ts';

const queryKey = ['notifications', 'unread-count'] as const;

export const unreadQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<UnreadNotifications> => {
    const response = await call(notificationCalls.getUnreadNotifications, undefined, { signal });
    return newerCount(client.getQueryData<UnreadNotifications>(queryKey), response);
  },
  gcTime: Infinity,
});

/** Applies the unread count of a frame or response if it is newer. */
export const applyUnreadCount = (queryClient: QueryClient, received: UnreadNotifications): void => {
  queryClient.setQueryData<UnreadNotifications>(queryKey, (current) => newerCount(current, received));
};
