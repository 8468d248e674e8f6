import { notificationCalls } from '@commons/contract/notifications/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { liveCount } from '../../lib/live-count.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadNotifications } from './notifications.texts.ts';

export const unread = liveCount(['notifications', 'unread-count'], (signal) =>
  call(notificationCalls.getUnreadNotifications, undefined, { signal }),
);

/** Number of unread notifications. */
export function UnreadNotificationsBadge() {
  const count = useQuery(unread.query).data?.count ?? 0;
  return <CountBadge count={count} text={unreadNotifications(count)} />;
}
