import type { Profile, Settings } from '@commons/contract/profiles/schemas';
import { useQuery } from '@tanstack/react-query';
import { Camera, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { HourLandscape } from '../../ui/hour-landscape.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { IncomingLink } from '../connections/index.ts';
import { connectionsLabel, postsLabel } from './members.texts.ts';
import { settingsQuery } from './settings.api.ts';

type ProfileHeaderProps = { profile: Profile; isOwn: boolean; actions: ReactNode };

/** Cover, photo, name, title, bio and counts of a profile. */
export function ProfileHeader({ profile, isOwn, actions }: ProfileHeaderProps) {
  const { displayName, title, email, bio } = profile;
  return (
    <Card as="section" aria-label="About" isPadded={false} className="overflow-hidden">
      <HourLandscape className="h-24 md:h-35" />
      <div className="px-4 pb-4 md:px-6 md:pb-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 md:grid-cols-[auto_minmax(0,1fr)]">
          <div className="relative -mt-16 w-fit rounded-full border-4 border-surface bg-surface">
            <Avatar id={profile.id} name={displayName} imageUrl={profile.profileImageUrl} size="huge" />
            {isOwn && <PhotoButton profile={profile} />}
          </div>
          <div className="mt-3 md:col-span-2">
            <h1 className="text-2xl wrap-anywhere" dir="auto">
              {displayName}
            </h1>
            <p className="mt-1 text-muted wrap-anywhere">{title ?? 'Community Member'}</p>
            {email !== null && (
              <p className="mt-1 flex items-start gap-2 text-sm text-muted">
                <Mail size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
                <span className="wrap-anywhere">
                  {email}
                  {isOwn && <EmailAudience />}
                </span>
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2 max-md:mt-4 md:col-start-2 md:row-start-1 md:justify-end md:self-end">
            {actions}
          </div>
        </div>
        {bio !== null && (
          <div className="mt-4 max-w-[68ch]">
            <LinkedText text={bio} />
          </div>
        )}
        <Counts profile={profile} isOwn={isOwn} />
      </div>
    </Card>
  );
}

const emailAudiences: Record<Settings['emailAudience'], string> = {
  nobody: 'Only you see this',
  connections: 'Your connections see this',
  members: 'All members see this',
};

function EmailAudience() {
  const { data } = useQuery(settingsQuery);
  return data && <span className="block">{emailAudiences[data.emailAudience]}</span>;
}

const countClass = 'inline-flex min-h-8 items-baseline gap-1.5 pt-1 text-muted pointer-coarse:min-h-11';
const linkClass = `${countClass} underline-offset-4 hover:text-ink hover:underline`;

function Counts({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const connections = (
    <>
      <CountNumber count={profile.connectionsCount} />
      {connectionsLabel(profile.connectionsCount)}
    </>
  );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm empty:hidden">
      {(isOwn || profile.postsCount > 0) && (
        <Link to="#posts" className={linkClass} onClick={() => moveFocus(document.getElementById('posts'))}>
          <CountNumber count={profile.postsCount} />
          {postsLabel(profile.postsCount)}
        </Link>
      )}
      {isOwn ? (
        <>
          <Link to={paths.connections} className={linkClass}>
            {connections}
          </Link>
          <IncomingLink isShort={false} />
        </>
      ) : (
        profile.connectionsCount > 0 && <span className={countClass}>{connections}</span>
      )}
    </div>
  );
}

const CountNumber = ({ count }: { count: number }) => (
  <span className="text-base font-semibold text-ink tabular-nums">{formatCount(count)}</span>
);

/** The cropper's code loads on first use. */
export const PhotoDialog = lazyDialog(() => import('./photo-dialog.tsx'));

/** Button on the viewer's own photo. */
function PhotoButton({ profile }: { profile: Profile }) {
  return (
    <PhotoDialog
      trigger={
        <IconButton
          icon={Camera}
          label="Change photo"
          className="absolute -end-2 -bottom-1 border border-field bg-surface"
        />
      }
      profile={profile}
    />
  );
}
