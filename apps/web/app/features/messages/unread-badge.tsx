import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/locale.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadCountQuery } from './unread-count.ts';

/** Number of unread conversations. */
export function UnreadMessagesBadge() {
  const count = useQuery(unreadCountQuery).data?.count ?? 0;
  return (
    <CountBadge count={count} label={plural(count, { one: 'unread conversation', other: 'unread conversations' })} />
  );
}
