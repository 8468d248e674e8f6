import type { getUnreadCount } from '@commons/contract/messages';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api-client.ts';
import { endpointAddress } from '../../lib/endpoint-address.ts';
import { onOpened, subscribe } from '../../lib/live-client.ts';
import { loadPart } from '../../lib/load-part.ts';
import { outboxPrefix } from './outbox-storage.ts';

const unreadCountAddress = endpointAddress<typeof getUnreadCount>({
  method: 'GET',
  path: '/api/messages/unread-count',
});

const unreadCountQuery = queryOptions({
  queryKey: ['messages', 'unread-count'],
  queryFn: async ({ signal }) => (await call(unreadCountAddress, undefined, { signal })).count,
  gcTime: Infinity,
});

/** The number of conversations that wait to be read, kept current; 0 until it is known. Mounted once, by the header. */
export const useUnreadCount = (): number => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = unreadCountQuery;
    const stops = [
      subscribe('unread', ({ count }) => {
        // An answer that was asked for before the change would bring the count before it.
        void queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, count);
      }),
      onOpened(() => void queryClient.invalidateQueries({ queryKey })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return useQuery(unreadCountQuery).data ?? 0;
};

const hasUnsent = (memberId: string): boolean => {
  try {
    const prefix = outboxPrefix(memberId);
    return Object.keys(globalThis.localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
};

/** Sends what was left unsent when the page was last closed, whichever screen opens first. */
export const useResumedOutbox = (memberId: string): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!hasUnsent(memberId)) return;
    void loadPart(() => import('./messages-live.ts'))
      .then(({ startMessagesLive }) => startMessagesLive(queryClient, memberId))
      // Without its code it goes out with the next page load, or when the messages are opened.
      .catch(() => undefined);
  }, [queryClient, memberId]);
};
