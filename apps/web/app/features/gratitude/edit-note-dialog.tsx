import type { CurrentUser } from '@commons/contract/auth';
import { type Note, noteLimits } from '@commons/contract/gratitude';
import { explainFailure } from '../../lib/api-error.ts';
import { clearDraft, draftKey, useDraftForm } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { useUpdateNote } from './gratitude.api.ts';

type EditNoteDialogProps = {
  viewer: CurrentUser;
  note: Note;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Edits a note. Closing the dialog keeps the draft, and Cancel discards it. */
export default function EditNoteDialog({ viewer, note, isOpen, onOpenChange }: EditNoteDialogProps) {
  const name = `note-edit:${note.id}`;
  const update = useUpdateNote(note, () => {
    clearDraft(draftKey(viewer.id, name));
    onOpenChange(false);
  });
  const { content, isSendable, field, clear } = useDraftForm({
    memberId: viewer.id,
    name,
    subject: editSubject('note', note.id),
    original: note.content,
    maxCharacters: noteLimits.characters,
    countedIn: 'graphemes',
    isBusy: update.isPending,
  });
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Note"
      submitLabel="Save"
      pendingLabel="Saving..."
      isSendable={isSendable}
      isPending={update.isPending}
      onCancel={clear}
    >
      {(formId) => (
        <form
          id={formId}
          className="pb-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (isSendable) update.mutate(content);
          }}
        >
          <TextArea
            label="I am grateful for"
            minRows={4}
            submitOn="command-enter"
            {...field}
            error={update.isError ? explainFailure(update.error) : undefined}
          />
          <AuthorSupport draft={name} />
        </form>
      )}
    </DialogForm>
  );
}
