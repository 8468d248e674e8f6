import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/locale.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadQuery } from './unread-count.ts';

/** Number of unread notifications. */
export function UnreadNotificationsBadge() {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return (
    <CountBadge count={count} label={plural(count, { one: 'unread notification', other: 'unread notifications' })} />
  );
}
