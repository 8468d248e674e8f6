import type { Profile } from '@commons/contract/profiles';
import { Dialog } from '../../ui/dialog.tsx';
import { PhotoEditor } from './photo-editor.tsx';

type PhotoDialogProps = { profile: Profile; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function PhotoDialog({ profile, isOpen, onOpenChange }: PhotoDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Your photo">
      <PhotoEditor profile={profile} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
