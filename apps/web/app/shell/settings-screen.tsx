import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useHasTwoColumns } from '../lib/screen.ts';
import { classNames } from '../ui/class-names.ts';
import { GroupBackLink, GroupList } from '../ui/group-list.tsx';
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
          <GroupBackLink to={paths.settings}>All settings</GroupBackLink>
        </>
      )}
      <div className="lg:grid lg:grid-cols-[min(16rem,30%)_minmax(0,1fr)] lg:items-start lg:gap-6">
        <GroupList
          label="Settings"
          groups={settingsGroups}
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
