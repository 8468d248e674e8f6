import type { CurrentUser } from '@commons/contract/auth';
import { noteLimits } from '@commons/contract/gratitude';
import { clearDraft, draftKey, useCreateForm } from '../../lib/drafts.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { createNoteMutation } from './gratitude.api.ts';

type AddNoteDialogProps = {
  viewer: CurrentUser;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPosted: (noteId: string) => void;
};

/** Adds a note. Closing the dialog keeps the draft, and Cancel discards it. */
export default function AddNoteDialog({ viewer, isOpen, onOpenChange, onPosted }: AddNoteDialogProps) {
  const draft = useCreateForm({
    memberId: viewer.id,
    name: 'note',
    maxCharacters: noteLimits.characters,
    countedIn: 'graphemes',
    mutation: {
      ...createNoteMutation,
      onSuccess: (...args) => {
        void createNoteMutation.onSuccess?.(...args);
        onOpenChange(false);
        onPosted(args[0].id);
      },
    },
  });
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Add Gratitude"
      description="One thing, in a few words, that made the day a little lighter."
      submitLabel="Post"
      pendingLabel="Posting..."
      isSendable={draft.isSendable}
      isPending={draft.isBusy}
      onCancel={() => clearDraft(draftKey(viewer.id, 'note'))}
    >
      {(formId) => (
        <form id={formId} {...draft.form} className="pb-1">
          <TextArea label="I am grateful for" minRows={4} submitOn="command-enter" {...draft.field} />
          <AuthorSupport draft="note" />
        </form>
      )}
    </DialogForm>
  );
}
