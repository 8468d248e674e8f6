import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { refetchNow } from '../../lib/query-client.ts';
import { refetchList } from './notifications.api.ts';
import { applyUnreadCount, unreadQuery } from './unread-count.ts';

/** Keeps the unread count and the list current. */
export const live = (queryClient: QueryClient): LiveFeature => {
  const refetchCount = () => refetchNow(queryClient, unreadQuery);
  return {
    frames: {
      notification: ({ count, revision }) => {
        applyUnreadCount(queryClient, { count, revision });
        void refetchList(queryClient).catch(ignoreFailure);
      },
    },
    changes: {
      // Notifications of hidden members disappear. Only the server knows the remaining count.
      'hidden.changed': () => {
        void refetchCount().catch(ignoreFailure);
        void refetchList(queryClient).catch(ignoreFailure);
      },
    },
    onOpened: [refetchCount, () => refetchList(queryClient)],
  };
};
