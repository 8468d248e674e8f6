import { type Notification, notificationCalls } from '@commons/contract/notifications';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { cursorOf, mapPages, pagedQuery, type Pages } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { applyUnreadCount } from './unread-count.ts';

const queryKey = ['notifications', 'list'] as const;

export const notificationsQuery = pagedQuery({
  queryKey,
  read: ({ cursor, signal }) => callPage(notificationCalls.listNotifications, { query: cursorOf(cursor) }, { signal }),
  ...staleOnVisit,
});

/** Refetches the list, because the server groups new notifications. */
export const refetchList = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey }, { throwOnError: true });

const markRead = (queryClient: QueryClient, ids: readonly string[] | undefined): void => {
  const change = (notification: Notification): Notification =>
    notification.isRead || (ids && !ids.includes(notification.id)) ? notification : { ...notification, isRead: true };
  queryClient.setQueryData<Pages<Notification>>(queryKey, (list) =>
    list ? mapPages(list, (items) => items.map(change)) : list,
  );
};

/** Marks these notifications, or all, as read. Optimistic; rolls back on failure. */
export const useReadNotifications = () => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['notifications'] },
    mutationFn: (ids: string[] | undefined) =>
      call(notificationCalls.readNotifications, { body: ids === undefined ? {} : { ids } }, { keepalive: true }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey });
      markRead(queryClient, ids);
    },
    onSuccess: (count) => applyUnreadCount(queryClient, count),
    onError: async (error) => {
      showFailure(error, 'They could not be marked as read. Please try again.');
      await queryClient.invalidateQueries({ queryKey });
    },
  });
};
