import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from 'react-router';
import { plural } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { unreadQuery } from './unread-count.ts';

/** The way to the notifications, with the number of those that wait to be read. */
export default function Bell() {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return (
    <Link
      to={paths.notifications}
      title="Notifications"
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink"
    >
      <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">Notifications</span>
      <span className="absolute top-0 start-1/2 flex">
        <CountBadge
          count={count}
          label={plural(count, { one: 'unread notification', other: 'unread notifications' })}
        />
      </span>
    </Link>
  );
}
