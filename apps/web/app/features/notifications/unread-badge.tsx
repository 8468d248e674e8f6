import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadNotifications } from './notifications.texts.ts';
import { unreadQuery } from './unread-count.ts';

/** Number of unread notifications. */
export function UnreadNotificationsBadge() {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return <CountBadge count={count} text={unreadNotifications(count)} />;
}
