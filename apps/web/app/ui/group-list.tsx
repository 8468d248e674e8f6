import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type Group = { to: string; label: string; text: string; icon: LucideIcon };

type GroupListProps = {
  /** Accessible name. */
  label: string;
  groups: readonly Group[];
  current: Group | undefined;
  className: string;
};

/** Rows of one card on narrow screens, and a sticky list beside the group on wide screens. */
export function GroupList({ label: name, groups, current, className }: GroupListProps) {
  return (
    <nav aria-label={name} className={classNames('lg:sticky lg:top-22', className)}>
      <ul className="max-lg:divide-y max-lg:divide-line max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface lg:flex lg:flex-col lg:gap-1">
        {groups.map(({ to, label, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              aria-current={current?.to === to ? 'page' : undefined}
              className="flex min-h-16 items-center gap-3 px-4 py-3 transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2 lg:min-h-11 lg:rounded-control lg:px-3 lg:py-2 lg:text-muted lg:hover:text-ink lg:aria-[current]:bg-primary-soft lg:aria-[current]:text-primary"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 max-lg:text-primary" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold lg:text-sm">{label}</span>
                <span className="block text-sm text-muted lg:hidden">{text}</span>
              </span>
              <ChevronRight
                size={20}
                strokeWidth={1.75}
                aria-hidden="true"
                className="shrink-0 text-muted lg:hidden rtl:-scale-x-100"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The way back from a group to the list on narrow screens. */
export const GroupBackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="-my-2 inline-flex min-h-11 items-center gap-1 self-start text-sm font-semibold text-primary underline-offset-4 hover:underline lg:hidden"
  >
    <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" className="-ms-1 rtl:-scale-x-100" />
    {children}
  </Link>
);
