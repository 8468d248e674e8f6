import type { CurrentUser } from '@commons/contract/auth';
import { LogOut, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { clearDraftsOf, hasDrafts } from '../lib/drafts.ts';
import { paths } from '../lib/paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { FailedDialog, lazyPart } from '../ui/lazy-part.tsx';
import { HeaderMenuButton } from './header-menu-button.tsx';
import { viewerName } from './viewer-name.ts';

const SignOutQuestion = lazyPart(() => import('./sign-out-question.tsx'), {
  failed: (failure, { onStay }) => <FailedDialog failure={failure} isOpen onOpenChange={onStay} />,
});

export function AvatarMenu({ viewer }: { viewer: CurrentUser }) {
  const name = viewerName(viewer);
  const [asks, setAsks] = useState(false);
  const signOut = () => {
    // Someone who signs out on purpose may share this device.
    clearDraftsOf(viewer.id);
    window.location.assign(paths.logout);
  };
  const menu = (
    <HeaderMenuButton
      trigger={
        <button
          type="button"
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-full sm:size-11"
        >
          <Avatar id={viewer.id} name={name} imageUrl={viewer.profileImageUrl} size="small" />
          <span className="sr-only">Your menu, {name}</span>
        </button>
      }
      entries={[
        { to: paths.profile, label: 'Profile', icon: UserRound },
        'separator',
        { label: 'Sign Out', icon: LogOut, onSelect: () => (hasDrafts(viewer.id) ? setAsks(true) : signOut()) },
      ]}
    />
  );
  return (
    <>
      {menu}
      {asks && (
        <Suspense fallback={null}>
          <SignOutQuestion onStay={() => setAsks(false)} onSignOut={signOut} />
        </Suspense>
      )}
    </>
  );
}
