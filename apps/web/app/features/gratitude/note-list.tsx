import type { CurrentUser } from '@commons/contract/auth';
import type { Note } from '@commons/contract/gratitude';
import { useState } from 'react';
import { formatCount, plural } from '../../lib/locale.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Status } from '../../ui/loading.tsx';
import { WallNote } from './wall-note.tsx';

const nouns = { one: 'new note', other: 'new notes' };

/** The notes of others that came since the view was opened, or since they were last taken in. */
const useArrived = (notes: readonly Note[], viewerId: string) => {
  const [topId, setTopId] = useState(notes[0]?.id);
  // By their order: the note that was on top may have gone.
  const arrived = notes.filter(({ id, authorId }) => topId !== undefined && id > topId && authorId !== viewerId);
  return { arrived, takeIn: () => setTopId(notes[0]?.id) };
};

type NoteListProps = {
  /** Newest first. */
  notes: readonly Note[];
  colourOf: (note: Note) => number;
  viewer: CurrentUser;
};

/** The notes one after the other. Those that arrive wait above: adding them would move what is being read. */
export function NoteList({ notes, colourOf, viewer }: NoteListProps) {
  const { arrived, takeIn } = useArrived(notes, viewer.id);
  const waiting = new Set(arrived);
  return (
    <div className="relative">
      <ArrivalsPill
        count={arrived.length}
        nouns={nouns}
        isPending={false}
        onLoad={() => {
          takeIn();
          window.scrollTo({ top: 0 });
        }}
      />
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {notes
          .filter((note) => !waiting.has(note))
          .map((note) => (
            <WallNote key={note.id} note={note} colour={colourOf(note)} className="min-w-0" viewer={viewer} />
          ))}
      </ul>
    </div>
  );
}

/** On the wall they hang at once, and take no room from others: it is said to those who do not see it. */
export function ArrivedOnWall({ notes, viewer }: Pick<NoteListProps, 'notes' | 'viewer'>) {
  const { length: count } = useArrived(notes, viewer.id).arrived;
  return <Status className="sr-only">{count > 0 && `${formatCount(count)} ${plural(count, nouns)}`}</Status>;
}
