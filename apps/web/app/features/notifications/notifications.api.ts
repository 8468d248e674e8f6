import { notificationCalls } from '@commons/contract/notifications/calls';
import type { Notification } from '@commons/contract/notifications/schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { unread } from './unread-badge.tsx';

const { query, keys, updateAll } = listCache<Notification, 'all'>({
  name: 'notifications',
  readPage: (_all, query, options) => callPage(notificationCalls.listNotifications, { query }, options),
  ...staleOnVisit,
});

export const notificationsQuery = query('all');

/** Refetches the list, because the server groups new notifications. */
export const refetchList = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keys.lists }, { throwOnError: true });

/** Marks these notifications, or all, as read. Optimistic; rolls back on failure. */
export const useReadNotifications = () => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['notifications'] },
    mutationFn: (ids: string[] | undefined) =>
      call(notificationCalls.readNotifications, { body: ids === undefined ? {} : { ids } }, { keepalive: true }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: keys.lists });
      updateAll(queryClient, (notification) =>
        notification.isRead || (ids && !ids.includes(notification.id))
          ? notification
          : { ...notification, isRead: true },
      );
    },
    onSuccess: (count) => unread.apply(queryClient, count),
    onError: async (error) => {
      showFailure(error, 'They could not be marked as read. Please try again.');
      await queryClient.invalidateQueries({ queryKey: keys.lists });
    },
  });
};
