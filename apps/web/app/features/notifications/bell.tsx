import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { plural } from '../../lib/locale.ts';
import { BadgeLink } from '../../ui/badge-link.tsx';
import { unreadQuery } from './unread-count.ts';

/** The way to the notifications, with the number of those that wait to be read. */
export default function Bell(link: Pick<ComponentProps<typeof BadgeLink>, 'to' | 'label' | 'icon'>) {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return (
    <BadgeLink
      {...link}
      count={count}
      countLabel={plural(count, { one: 'unread notification', other: 'unread notifications' })}
    />
  );
}
