import type { Profile } from '@commons/contract/profiles';
import { Camera } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../lib/load-part.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const loadDialog = () => import('./photo-dialog.tsx');
const PhotoDialog = lazy(() => loadPart(loadDialog));
const approach = () => void loadDialog().catch(() => undefined);

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
        onPointerEnter={approach}
        onFocus={approach}
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
