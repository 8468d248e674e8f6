import type { Note } from '@commons/contract/gratitude';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { useDeleteNote } from './gratitude.api.ts';
import { removeNotes } from './gratitude.cache.ts';

type DeleteConfirmationProps = { note: Note; isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

function DeleteConfirmation({ note, isOpen, setIsOpen }: DeleteConfirmationProps) {
  const deleteNote = useDeleteNote(note.id, () => setIsOpen(false));
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete note"
      text="Are you sure you want to delete this note?"
      confirmLabel="Delete"
      isDestructive
      isPending={deleteNote.isPending}
      onConfirm={() => deleteNote.mutate()}
    />
  );
}

type NoteMenuProps = LazyMenuProps & { note: Note; onEdit: () => void };

export default function NoteMenu({ note, ...menu }: NoteMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="note"
      contribution={note}
      noun="Note"
      onRemoved={() => removeNotes(queryClient, ({ id }) => id === note.id)}
      renderConfirmation={(isOpen, setIsOpen) => (
        <DeleteConfirmation note={note} isOpen={isOpen} setIsOpen={setIsOpen} />
      )}
    />
  );
}
