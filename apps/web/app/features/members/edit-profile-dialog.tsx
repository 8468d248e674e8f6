import type { CurrentUser } from '@commons/contract/auth';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';
import { clearProfileDraft } from './profile-draft.ts';

type EditProfileDialogProps = { viewer: CurrentUser; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Closing it keeps what was typed for the next time; only Cancel throws it away. */
export default function EditProfileDialog({ viewer, isOpen, onOpenChange }: EditProfileDialogProps) {
  const formId = useId();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Profile"
      description="Everything but your first name is up to you."
      footer={
        <>
          <Button
            variant="secondary"
            disabled={isSaving}
            onClick={() => {
              clearProfileDraft(viewer.id);
              onOpenChange(false);
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <EditProfileForm id={formId} viewer={viewer} onSavingChange={setIsSaving} onSaved={() => onOpenChange(false)} />
    </Dialog>
  );
}
