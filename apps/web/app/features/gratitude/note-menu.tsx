import type { CurrentUser } from '@commons/contract/auth';
import type { Note } from '@commons/contract/gratitude';
import { useQueryClient } from '@tanstack/react-query';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import EditNoteDialog from './edit-note-dialog.tsx';
import { useDeleteNote } from './gratitude.api.ts';
import { removeNotes } from './gratitude.cache.ts';

type NoteMenuProps = LazyMenuProps & { note: Note; viewer: CurrentUser };

export default function NoteMenu({ note, viewer, ...menu }: NoteMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="note"
      contribution={note}
      noun="Note"
      renderEditor={(dialog) => <EditNoteDialog {...dialog} viewer={viewer} note={note} />}
      deletion={useDeleteNote(note.id)}
      onRemoved={() => removeNotes(queryClient, ({ id }) => id === note.id)}
    />
  );
}
