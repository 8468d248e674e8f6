import { messageCalls } from '@commons/contract/messages/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { liveCount } from '../../lib/live-count.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadConversations } from './messages.texts.ts';

export const unread = liveCount(['messages', 'unread-count'], (signal) =>
  call(messageCalls.getUnreadCount, undefined, { signal }),
);

/** Number of unread conversations. */
export function UnreadMessagesBadge() {
  const count = useQuery(unread.query).data?.count ?? 0;
  return <CountBadge count={count} text={unreadConversations(count)} />;
}
