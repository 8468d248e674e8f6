import type { Note } from '@commons/contract/gratitude';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useDeleteNote } from './gratitude.api.ts';

type QuestionProps = { note: Note; isAsking: boolean; setIsAsking: (isAsking: boolean) => void };

function DeleteQuestion({ note, isAsking, setIsAsking }: QuestionProps) {
  const deleteNote = useDeleteNote(note.id, () => setIsAsking(false));
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
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
  return (
    <OptionsMenu
      {...menu}
      editLabel={note.can.edit ? 'Edit Note' : null}
      deleteLabel={note.can.delete ? 'Delete Note' : null}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion note={note} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
