import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Profile } from '@commons/contract/profiles/schemas';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, MessageCircle, Pencil, Settings, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyMenu, useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { ConnectButton } from '../connections/index.ts';
import { MemberPosts, memberPostsQuery } from '../feed/index.ts';
import { CompleteProfileButton, ProfileCards } from './profile-cards.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ownProfile, profileQuery } from './profile.api.ts';
import { settingsQuery } from './settings.api.ts';

const prefetch: Prefetch<'id'> = (queryClient, { id }, _search, renderedFor) => {
  const viewerId = renderedFor ?? queryClient.getQueryData(viewerQuery.queryKey)?.id;
  const memberId = id ?? viewerId;
  if (memberId === undefined) return;
  if (memberId === viewerId) void queryClient.prefetchQuery(settingsQuery);
  else void queryClient.prefetchQuery(profileQuery(memberId));
  void queryClient.prefetchInfiniteQuery(memberPostsQuery(memberId));
};
export const loader = pageLoader(prefetch, { statusIfNull: 404 });
export const clientLoader = screenLoader(prefetch);

/** A member's profile. Without an id, or with the viewer's own id, it shows the viewer's profile. */
export default function ProfileScreen() {
  const { id } = useParams();
  const viewer = useViewer();
  if (!viewer)
    return (
      <>
        <PageTitle>Profile</PageTitle>
        <ProfileSkeleton />
      </>
    );
  if (id === undefined || id === viewer.id) return <OwnProfile viewer={viewer} />;
  return <OthersProfile key={id} memberId={id} />;
}

function OwnProfile({ viewer }: { viewer: CurrentUser }) {
  const { isOpen, setIsOpen, button: editorButtonProps } = useLazyDisclosure(EditProfileDialog);
  const profile = ownProfile(viewer);
  return (
    <>
      <ProfileLayout
        profile={profile}
        isOwn
        actions={<OwnActions viewer={viewer} editorButtonProps={editorButtonProps} />}
        invitation={<CompleteProfileButton profile={profile} {...editorButtonProps} />}
        emptyState={
          <EmptyState
            headingLevel="h3"
            picture="common"
            title="No posts yet"
            text="Start sharing your thoughts with the community!"
            action={
              <Link to={paths.home} className={buttonClass('secondary')}>
                Write a post
              </Link>
            }
          />
        }
      />
      {isOpen !== undefined && <EditProfileDialog viewer={viewer} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}

function OthersProfile({ memberId }: { memberId: string }) {
  const query = useQuery(profileQuery(memberId));
  return (
    <>
      {query.data === undefined && <PageTitle>Profile</PageTitle>}
      <Loaded
        query={query}
        loading={<ProfileSkeleton />}
        failure={{
          variant: 'card',
          headingLevel: 'h1',
          title: 'The profile could not be loaded',
          text: 'Please check your connection and try again.',
        }}
      >
        {(profile) =>
          profile === null ? (
            <MemberNotFound />
          ) : (
            <ProfileLayout
              profile={profile}
              isOwn={false}
              actions={<MemberActions profile={profile} />}
              emptyState={
                <EmptyState
                  headingLevel="h3"
                  picture="common"
                  title="No posts yet"
                  text={`${profile.displayName} has not shared anything so far. Listening is a way of being here, too.`}
                />
              }
            />
          )
        }
      </Loaded>
    </>
  );
}

type ProfileLayoutProps = {
  profile: Profile;
  isOwn: boolean;
  actions: ReactNode;
  invitation?: ReactNode;
  emptyState: ReactNode;
};

/** Shows the cards beside the posts on wide screens, and otherwise between the first posts and the rest. */
function ProfileLayout({ profile, isOwn, actions, invitation, emptyState }: ProfileLayoutProps) {
  const hasTwoColumns = useHasTwoColumns();
  const cards = <ProfileCards profile={profile} isOwn={isOwn} invitation={invitation} />;
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)] lg:items-start',
        // Without cards, a single column as wide as the feed.
        'lg:has-[>:empty]:grid-cols-[minmax(0,40rem)] lg:has-[>:empty]:justify-center',
      )}
    >
      <PageTitle>{profile.displayName}</PageTitle>
      <div className="col-span-full">
        <ProfileHeader profile={profile} isOwn={isOwn} actions={actions} />
      </div>
      <MemberPosts memberId={profile.id} empty={emptyState} interstitial={hasTwoColumns ? null : cards} />
      {hasTwoColumns && cards}
    </div>
  );
}

const MemberNotFound = () => (
  <>
    <PageTitle>Member not found</PageTitle>
    <NoticeCard
      title="Member not found"
      text="They may have left, the link may be outdated, or their profile is not visible to you."
      link={{ to: paths.home, label: 'Go to the feed' }}
    />
  </>
);

function ProfileSkeleton() {
  return (
    <Loading
      label="Loading the profile"
      className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)] lg:items-start"
    >
      <PageTitle>Profile</PageTitle>
      <Card isPadded={false} className="overflow-hidden lg:col-span-2">
        <Skeleton className="h-24 w-full rounded-none md:h-35" />
        <div className="px-4 pb-6 md:px-6">
          <div className="-mt-16 w-fit rounded-full border-4 border-surface bg-surface">
            <Skeleton isRound className="size-28" />
          </div>
          <Skeleton className="mt-4 h-8 w-56 max-w-full" />
          <Skeleton className="mt-3 h-4 w-40" />
          <Skeleton className="mt-4 h-4 w-full max-w-120" />
        </div>
      </Card>
      <Card>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-4 h-4" />
        <Skeleton className="mt-3 h-4 w-4/5" />
      </Card>
      <Card className="max-lg:hidden">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-16" />
      </Card>
    </Loading>
  );
}

const EditProfileDialog = lazyPart(() => import('./edit-profile-dialog.tsx'));

type OwnActionsProps = { viewer: CurrentUser; editorButtonProps: ReturnType<typeof useLazyDisclosure>['button'] };

const OwnActions = ({ viewer, editorButtonProps }: OwnActionsProps) => (
  <>
    <Button {...editorButtonProps}>
      <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      Edit Profile
    </Button>
    <Link to={paths.settings} className={buttonClass('secondary')}>
      <Settings size={20} strokeWidth={1.75} aria-hidden="true" />
      Settings
    </Link>
    {viewer.role === 'admin' && (
      <Link to={paths.admin} className={buttonClass('secondary')}>
        <ShieldCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        Admin Panel
      </Link>
    )}
  </>
);

const MemberMenu = lazyMenu(() => import('./member-menu.tsx'));

function MemberActions({ profile }: { profile: Profile }) {
  const isConnected = profile.connection === 'connected';
  return (
    <>
      <ConnectButton member={profile} state={profile.connection} isPrimary />
      {/* For connected members, messaging is the primary action. */}
      <Link
        to={paths.conversation(profile.id)}
        className={isConnected ? `${buttonClass()} ms-2` : buttonClass('secondary')}
      >
        <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>
          Message
          <span className="sr-only"> {profile.displayName}</span>
        </span>
      </Link>
      <MemberMenu
        trigger={
          <IconButton icon={Ellipsis} label={`More about ${profile.displayName}`} className="border border-field" />
        }
        profile={profile}
      />
    </>
  );
}
