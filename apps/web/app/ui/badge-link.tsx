import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { CountBadge } from './badge.tsx';

type BadgeLinkProps = {
  to: string;
  label: string;
  icon: LucideIcon;
  count: number;
  /** What is counted, for those who hear it. */
  countLabel: string;
};

/** A link of the header that is an icon, with a number of what waits there. */
export const BadgeLink = ({ to, label, icon: Icon, count, countLabel }: BadgeLinkProps) => (
  <Link
    to={to}
    title={label}
    className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink"
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    <span className="sr-only">{label}</span>
    <span className="absolute top-0 start-1/2 flex">
      <CountBadge count={count} label={countLabel} />
    </span>
  </Link>
);
