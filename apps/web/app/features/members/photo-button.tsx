import type { Profile } from '@commons/contract/profiles';
import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { FailedDialog, lazyPart } from '../../ui/lazy-part.tsx';

const PhotoDialog = lazyPart(() => import('./photo-dialog.tsx'), {
  failed: (failure, props) => <FailedDialog failure={failure} {...props} />,
});

/** On the rim of one's own photo. The cropper is fetched with the first use. */
export function PhotoButton({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDialogWanted, setIsDialogWanted] = useState(false);
  return (
    <>
      <IconButton
        icon={Camera}
        label="Change photo"
        className="absolute -right-2 -bottom-1 border border-field bg-surface"
        onPointerEnter={PhotoDialog.preload}
        onFocus={PhotoDialog.preload}
        onClick={() => {
          setIsDialogWanted(true);
          setIsOpen(true);
        }}
      />
      {isDialogWanted && (
        <Suspense fallback={null}>
          <PhotoDialog profile={profile} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
