import { notificationCalls } from '@commons/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { liveCount } from '../../lib/live-count.ts';
import { plural } from '../../lib/locale.ts';
import { CountBadge } from '../../ui/badge.tsx';

export const unread = liveCount(['notifications', 'unread-count'], (signal) =>
  call(notificationCalls.getUnreadNotifications, undefined, { signal }),
);

/** Number of unread notifications. */
export function UnreadNotificationsBadge() {
  const count = useQuery(unread.query).data?.count ?? 0;
  return (
    <CountBadge count={count} label={plural(count, { one: 'unread notification', other: 'unread notifications' })} />
  );
}
