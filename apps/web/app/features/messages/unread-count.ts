import type { getUnreadCount, UnreadCount } from '@commons/contract/messages';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api-client.ts';
import { endpointAddress } from '../../lib/endpoint-address.ts';
import { onOpened, subscribe } from '../../lib/live-client.ts';
import { loadPart } from '../../lib/load-part.ts';
import { onHiddenChange } from '../members/index.ts';
import { outboxPrefix } from './outbox-storage.ts';

const unreadCountAddress = endpointAddress<typeof getUnreadCount>({
  method: 'GET',
  path: '/api/messages/unread-count',
});

/** Of two counts the one with the higher revision was made later, in whatever order they come. */
export const laterCount = (held: UnreadCount | undefined, heard: UnreadCount): UnreadCount =>
  held && held.revision >= heard.revision ? held : heard;

const queryKey = ['messages', 'unread-count'] as const;

const unreadCountQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<UnreadCount> => {
    const answer = await call(unreadCountAddress, undefined, { signal });
    return laterCount(client.getQueryData<UnreadCount>(queryKey), answer);
  },
  gcTime: Infinity,
});

/** The count as this page knows it by now. */
export const heldUnreadCount = (queryClient: QueryClient): number | undefined =>
  queryClient.getQueryData<UnreadCount>(queryKey)?.count;

/** The number of conversations that wait to be read, kept current; 0 until it is known. Mounted once, by the header. */
export const useUnreadCount = (): number => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stops = [
      subscribe('unread', ({ count, revision }) =>
        queryClient.setQueryData<UnreadCount>(queryKey, (held) => laterCount(held, { count, revision })),
      ),
      // Whoever is hidden does not count; only the server knows whether they did.
      onHiddenChange(() => void queryClient.invalidateQueries({ queryKey })),
      onOpened(() => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return useQuery(unreadCountQuery).data?.count ?? 0;
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
