import type { CurrentUser } from '@commons/contract/auth';
import { Pencil, Settings, ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailedDialog, lazyPart } from '../../ui/lazy-part.tsx';

const EditProfileDialog = lazyPart(() => import('./edit-profile-dialog.tsx'), {
  failed: (failure, props) => <FailedDialog failure={failure} {...props} />,
});

export function OwnActions({ viewer }: { viewer: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false);
  // Stays once it was needed, so that closing it can be seen.
  const [isDialogWanted, setIsDialogWanted] = useState(false);
  return (
    <>
      {viewer.role === 'admin' && (
        <Link to={paths.admin} className={buttonClass('secondary')}>
          <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" />
          Admin Panel
        </Link>
      )}
      <Link to={paths.settings} className={buttonClass('secondary')}>
        <Settings size={18} strokeWidth={1.75} aria-hidden="true" />
        Settings
      </Link>
      <Button
        onPointerEnter={EditProfileDialog.preload}
        onFocus={EditProfileDialog.preload}
        onClick={() => {
          setIsDialogWanted(true);
          setIsEditing(true);
        }}
      >
        <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
        Edit Profile
      </Button>
      {isDialogWanted && (
        <Suspense fallback={null}>
          <EditProfileDialog viewer={viewer} isOpen={isEditing} onOpenChange={setIsEditing} />
        </Suspense>
      )}
    </>
  );
}
