import { Gavel } from 'lucide-react';
import { NavLink } from 'react-router';
import { plural } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { useQueueCount } from './moderation.cache.ts';

type ModerationLinkProps = { className: (state: { isActive: boolean }) => string };

/** Link for managers and admins to the queue, with the number of open cases. */
export function ModerationLink({ className }: ModerationLinkProps) {
  const count = useQueueCount();
  return (
    <NavLink to={paths.moderation} prefetch="intent" className={className}>
      <Gavel size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      Moderation
      <CountBadge count={count} label={plural(count, { one: 'open case', other: 'open cases' })} />
    </NavLink>
  );
}
