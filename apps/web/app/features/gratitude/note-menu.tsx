import type { Note } from '@commons/contract/gratitude';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { WrittenMenu } from '../reports/index.ts';
import { useDeleteNote } from './gratitude.api.ts';
import { removeNotes } from './gratitude.cache.ts';

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
  const queryClient = useQueryClient();
  return (
    <WrittenMenu
      {...menu}
      subjectType="note"
      written={note}
      noun="Note"
      onRemoved={() => removeNotes(queryClient, ({ id }) => id === note.id)}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion note={note} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
