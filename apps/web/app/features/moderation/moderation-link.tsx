import { Gavel } from 'lucide-react';
import { NavLink } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { useQueueCount } from './moderation.cache.ts';
import { openCases } from './moderation.texts.ts';

type ModerationLinkProps = { className: (state: { isActive: boolean }) => string };

/** Link for managers and admins to the queue, with the number of open cases. */
export function ModerationLink({ className }: ModerationLinkProps) {
  const count = useQueueCount();
  return (
    <NavLink to={paths.moderation} prefetch="intent" className={className}>
      <Gavel size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      Moderation
      <CountBadge count={count} text={openCases(count)} />
    </NavLink>
  );
}
