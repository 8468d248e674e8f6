import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { refetchNow } from '../../lib/query-client.ts';
import { refetchList } from './notifications.api.ts';
import { unread } from './unread-badge.tsx';

/** Keeps the unread count and the list current. */
export const live = (queryClient: QueryClient): LiveFeature => {
  const refetchCount = () => refetchNow(queryClient, unread.query);
  return {
    frames: {
      notification: ({ count, revision }) => {
        unread.apply(queryClient, { count, revision });
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
