import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useHasTwoColumns } from '../lib/screen.ts';
import { classNames } from '../ui/class-names.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { type SettingsGroup, settingsGroups } from './settings/groups.ts';

/**
 * The settings of all features, in groups. Wide screens show the list of groups beside the current one. Narrow screens
 * show the list at `/settings`, and a link back to it above each group.
 */
export default function SettingsScreen() {
  const { pathname } = useLocation();
  const hasTwoColumns = useHasTwoColumns();
  useOldAnchors();
  const chosen = settingsGroups.find(({ to }) => to === pathname);
  const group = chosen ?? settingsGroups[0];
  const isOverview = chosen === undefined;
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      <PageTitle>{isOverview ? 'Settings' : group.label}</PageTitle>
      {isOverview ? (
        <h1 className="text-2xl">Settings</h1>
      ) : (
        <>
          <p className="font-heading text-2xl font-semibold max-lg:hidden">Settings</p>
          <Link
            to={paths.settings}
            className="-my-2 inline-flex min-h-11 items-center gap-1 self-start text-sm font-semibold text-primary underline-offset-4 hover:underline lg:hidden"
          >
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" className="-ms-1 rtl:-scale-x-100" />
            All settings
          </Link>
        </>
      )}
      <div className="lg:grid lg:grid-cols-[min(16rem,30%)_minmax(0,1fr)] lg:items-start lg:gap-6">
        <GroupList
          current={isOverview && !hasTwoColumns ? undefined : group}
          className={isOverview ? '' : 'max-lg:hidden'}
        />
        {(hasTwoColumns || !isOverview) && (
          <div
            tabIndex={-1}
            data-focus-place={isOverview ? undefined : ''}
            className={classNames('flex min-w-0 flex-col gap-4 outline-none', isOverview && 'max-lg:hidden')}
          >
            <GroupHeading group={group} level={isOverview ? 'h2' : 'h1'} />
            <Outlet />
          </div>
        )}
      </div>
    </div>
  );
}

/** Links of mails and bookmarks from the time of a single screen: `/settings#notifications`. */
function useOldAnchors() {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const group = settingsGroups.find(({ to }) => to === `${pathname}/${hash.slice(1)}`);
    if (group) void navigate({ pathname: group.to, hash }, { replace: true });
  }, [pathname, hash, navigate]);
}

type GroupHeadingProps = { group: SettingsGroup; level: 'h1' | 'h2' };

const GroupHeading = ({ group: { label, text, isSavedAtOnce }, level: Heading }: GroupHeadingProps) => (
  <div className="lg:pt-2">
    <Heading className="text-2xl wrap-anywhere lg:text-xl">{label}</Heading>
    <p className="mt-1 text-sm text-muted">
      {text} {isSavedAtOnce && 'Changes are saved at once.'}
    </p>
  </div>
);

/** Rows of one card on narrow screens, and a sticky list beside the group on wide screens. */
function GroupList({ current, className }: { current: SettingsGroup | undefined; className: string }) {
  return (
    <nav aria-label="Settings" className={classNames('lg:sticky lg:top-22', className)}>
      <ul className="max-lg:divide-y max-lg:divide-line max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface lg:flex lg:flex-col lg:gap-1">
        {settingsGroups.map(({ to, label, text, icon: Icon }) => (
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
