import type { CurrentUser } from '@commons/contract/auth';
import type { Profile } from '@commons/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer } from '../auth/index.ts';
import { MemberPosts } from '../feed/index.ts';
import { MemberActions } from './member-actions.tsx';
import { OwnActions } from './own-actions.tsx';
import { ProfileCards } from './profile-cards.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ownProfile, profileQuery } from './profile.api.ts';

/** A member's profile; without an id, or with one's own, the viewer's. */
export default function ProfileScreen() {
  const { id } = useParams();
  const viewer = useViewer();
  if (!viewer) return <ProfileSkeleton />;
  if (id === undefined || id === viewer.id) return <OwnProfile viewer={viewer} />;
  return <OthersProfile key={id} memberId={id} />;
}

function OwnProfile({ viewer }: { viewer: CurrentUser }) {
  return (
    <ProfileLayout
      profile={ownProfile(viewer)}
      isOwn
      actions={<OwnActions viewer={viewer} />}
      noPosts={
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
  );
}

function OthersProfile({ memberId }: { memberId: string }) {
  const { data: profile, isError, isFetching, refetch } = useQuery(profileQuery(memberId));
  if (profile) {
    return (
      <ProfileLayout
        profile={profile}
        isOwn={false}
        actions={<MemberActions profile={profile} />}
        noPosts={
          <EmptyState
            headingLevel="h3"
            picture="common"
            title="No posts yet"
            text={`${profile.displayName} has not shared anything so far. Listening is a way of being here, too.`}
          />
        }
      />
    );
  }
  if (profile === null) return <NobodyHere />;
  if (!isError) return <ProfileSkeleton />;
  return (
    <Card role="alert">
      <PageTitle>Profile</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="offline"
        title="The profile could not be loaded"
        text="Please check your connection and try again."
        action={
          <Button isPending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    </Card>
  );
}

type ProfileLayoutProps = { profile: Profile; isOwn: boolean; actions: ReactNode; noPosts: ReactNode };

/** The cards beside the posts where there is room, else before them. */
function ProfileLayout({ profile, isOwn, actions, noPosts }: ProfileLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <PageTitle>{profile.displayName}</PageTitle>
      <div className="lg:col-span-2">
        <ProfileHeader profile={profile} isOwn={isOwn} actions={actions} />
      </div>
      <div className="flex flex-col gap-4 lg:order-2">
        <ProfileCards profile={profile} isOwn={isOwn} />
      </div>
      <MemberPosts memberId={profile.id} empty={noPosts} />
    </div>
  );
}

function NobodyHere() {
  return (
    <Card>
      <PageTitle>Member not found</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="lost"
        title="This member is not here"
        text="They may have left, the link may be old, or their profile is not visible to you."
        action={
          <Link to={paths.home} className={buttonClass()}>
            Go to the feed
          </Link>
        }
      />
    </Card>
  );
}
