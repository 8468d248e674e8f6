import type { SettingsView } from '@commons/contract/settings/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { pageLoader } from '../../../lib/page-data.ts';
import { paths } from '../../../lib/paths.ts';
import { screenLoader } from '../../../lib/query-client.ts';
import { useHasTwoColumns } from '../../../lib/screen.ts';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { GroupBackLink, GroupList } from '../../../ui/group-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../ui/loading.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { communitySettingsQuery } from '../../operator/index.ts';
import { AdminPage, mayBeAdmin } from '../admin-page.tsx';
import { BrandPictureSection } from './brand-picture.tsx';
import { GroupForm } from './group-form.tsx';
import { type Group, groups } from './groups.ts';
import { filesLeft } from './settings.texts.ts';

export const loader = /* @__PURE__ */ pageLoader((client) => void client.prefetchQuery(communitySettingsQuery));
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(communitySettingsQuery);
});

/**
 * The settings of the community, in groups. Wide screens show the list of groups beside the current one. Narrow screens
 * show the list at `/admin/settings`, and a link back to it above each group.
 */
export default function SettingsScreen() {
  return (
    <AdminPage title="Settings" text="The community’s name, mail, sign-up and more. No restart is needed.">
      {() => <Settings />}
    </AdminPage>
  );
}

function Settings() {
  const { group: name } = useParams();
  const hasTwoColumns = useHasTwoColumns();
  const chosen = groups.find((group) => group.name === name);
  if (name !== undefined && chosen === undefined)
    return (
      <NoticeCard
        title="There are no such settings"
        text="The link may be old."
        link={{ to: paths.adminSettings, label: 'All settings' }}
      />
    );
  const group = chosen ?? groups[0];
  const isOverview = chosen === undefined;
  return (
    <>
      {!isOverview && <GroupBackLink to={paths.adminSettings}>All settings</GroupBackLink>}
      <div className="lg:grid lg:grid-cols-[min(16rem,30%)_minmax(0,1fr)] lg:items-start lg:gap-6">
        <GroupList
          label="Settings"
          groups={groups}
          current={isOverview && !hasTwoColumns ? undefined : group}
          className={isOverview ? '' : 'max-lg:hidden'}
        />
        {group && (hasTwoColumns || !isOverview) && (
          <div
            tabIndex={-1}
            data-focus-place={isOverview ? undefined : ''}
            className={classNames('flex min-w-0 flex-col gap-4 outline-none', isOverview && 'max-lg:hidden')}
          >
            <div className="lg:pt-2">
              <h2 className="text-xl wrap-anywhere">{group.label}</h2>
              <p className="mt-1 text-sm text-muted">{group.text}</p>
            </div>
            <GroupSettings key={group.name} group={group} />
          </div>
        )}
      </div>
    </>
  );
}

function GroupSettings({ group }: { group: Group }) {
  const query = useQuery(communitySettingsQuery);
  return (
    <Loaded
      query={query}
      loading={
        <Loading label="The settings are loading" className="flex flex-col gap-4">
          <Skeleton className="h-64 w-full" />
        </Loading>
      }
      failure={{ variant: 'card', title: 'The settings could not be loaded' }}
    >
      {(view) => (
        <>
          {group.name === 'storage' && view.filesToMove > 0 && <Banner>{filesLeft(view.filesToMove)}</Banner>}
          <GroupForm group={group} view={view} />
          {group.name === 'identity' && <BrandPictures view={view} />}
          <SeeAlso group={group} />
        </>
      )}
    </Loaded>
  );
}

function BrandPictures({ view }: { view: SettingsView }) {
  // A setting without a variable of its own is locked only if the panel is off.
  const isLocked = view.states.accentColor.isLocked;
  return (
    <>
      <BrandPictureSection picture="logo" url={view.logoUrl} isLocked={isLocked} />
      <BrandPictureSection picture="icon" url={view.iconUrl} isLocked={isLocked} />
    </>
  );
}

const seeAlso: Partial<Record<Group['name'], { to: string; label: string }>> = {
  mail: { to: paths.adminMails, label: 'Emails that wait on this server' },
  backups: { to: paths.adminStatus, label: 'The last backup and free space' },
  joining: { to: paths.waitlistAdmin, label: 'The waitlist' },
};

const SeeAlso = ({ group: { name } }: { group: Group }) => {
  const link = seeAlso[name];
  return (
    link && (
      <p className="text-sm">
        <Link
          to={link.to}
          className="inline-flex min-h-6 items-center font-semibold text-primary underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {link.label}
        </Link>
      </p>
    )
  );
};
