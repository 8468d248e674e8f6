import type { CurrentUser } from '@commons/contract/auth';
import { type Note, noteLimits } from '@commons/contract/gratitude';
import { useQueryClient } from '@tanstack/react-query';
import { explainFailure } from '../../lib/api-error.ts';
import { clearDraft, draftKey, useCreateForm, useDraftForm } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { createNoteMutation, noteLists, useDeleteNote, useUpdateNote } from './gratitude.api.ts';

type NoteMenuProps = LazyMenuProps & { note: Note; viewer: CurrentUser };

export function NoteMenu({ note, viewer, ...menu }: NoteMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="note"
      contribution={note}
      noun="Note"
      renderEditor={(dialog) => <EditNoteDialog {...dialog} viewer={viewer} note={note} />}
      deletion={useDeleteNote(note.id)}
      onRemoved={() => noteLists.remove(queryClient, note.id)}
    />
  );
}

type AddNoteDialogProps = {
  viewer: CurrentUser;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPosted: (noteId: string) => void;
};

/** Adds a note. Closing the dialog keeps the draft, and Cancel discards it. */
export function AddNoteDialog({ viewer, isOpen, onOpenChange, onPosted }: AddNoteDialogProps) {
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

type EditNoteDialogProps = {
  viewer: CurrentUser;
  note: Note;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Edits a note. Closing the dialog keeps the draft, and Cancel discards it. */
export function EditNoteDialog({ viewer, note, isOpen, onOpenChange }: EditNoteDialogProps) {
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
