import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type BadgeLinkProps = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The count badge. */
  children: ReactNode;
};

/** An icon link in the header with a count. */
export const BadgeLink = ({ to, label, icon: Icon, children }: BadgeLinkProps) => (
  <Link
    to={to}
    prefetch="intent"
    title={label}
    className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink"
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    <span className="sr-only">{label}</span>
    <span className="absolute top-0 start-1/2 flex">{children}</span>
  </Link>
);
