import type { CurrentUser } from '@commons/contract/auth';
import type { Note } from '@commons/contract/gratitude';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { dayLabel, formatCount, plural } from '../../lib/locale.ts';
import { itemsIn } from '../../lib/pages.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { useTimeText } from '../../lib/relative-time.tsx';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FocusRestorer } from '../../ui/focus-restorer.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton, Status } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer } from '../auth/index.ts';
import { Board } from './board.tsx';
import { wallQuery } from './gratitude.api.ts';
import { boardsOf, coloursOf } from './placement.ts';
import { WallNote } from './wall-note.tsx';

const AddNoteDialog = lazyDialog(() => import('./add-note-dialog.tsx'));

export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchInfiniteQuery(wallQuery);
});

const views = [
  { value: 'wall', label: 'Wall' },
  { value: 'list', label: 'List' },
] as const;

export default function WallScreen() {
  const viewer = useViewer();
  const [isList, setIsList] = useRememberedState('gratitude-wall:list');
  const [isAdding, setIsAdding] = useState(false);
  const [postedId, setPostedId] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Gratitude Wall</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4 sm:flex-nowrap">
        <div>
          <h1 className="text-2xl">Gratitude Wall</h1>
          <p className="mt-1 text-muted">Small paper notes about what made a day lighter.</p>
        </div>
        <Button
          onPointerEnter={AddNoteDialog.preload}
          onFocus={AddNoteDialog.preload}
          disabled={!viewer}
          onClick={() => setIsAdding(true)}
        >
          Add Gratitude
        </Button>
      </div>
      <Chips
        label="View"
        options={views}
        value={isList ? 'list' : 'wall'}
        onChange={(view) => setIsList(view === 'list')}
      />
      {viewer ? <Notes viewer={viewer} isList={isList} postedId={postedId} /> : <WallLoading />}
      {viewer && isAdding && (
        <AddNoteDialog viewer={viewer} isOpen={isAdding} onOpenChange={setIsAdding} onPosted={setPostedId} />
      )}
    </div>
  );
}

type NotesProps = {
  viewer: CurrentUser;
  isList: boolean;
  /** The note that the viewer has just posted. */
  postedId: string | null;
};

function Notes({ viewer, isList, postedId }: NotesProps) {
  const list = useInfiniteQuery(wallQuery);
  const isPosted = postedId !== null && itemsIn(list.data ?? { pages: [] }).some(({ id }) => id === postedId);
  useEffect(() => {
    if (isPosted) scrollToNote(postedId);
  }, [isPosted, postedId]);
  return (
    <FocusRestorer label="Notes">
      <Loaded
        query={list}
        loading={<WallLoading />}
        failure={{ variant: 'card', title: 'The wall could not be loaded' }}
      >
        {(data) => {
          const notes = itemsIn(data);
          if (notes.length === 0 && !list.hasNextPage) return <NoNotes />;
          const colours = new Map(coloursOf(notes).map((colour, index) => [notes[index]?.id, colour]));
          const colourOf = ({ id }: Note): number => colours.get(id) ?? 0;
          return (
            <div className="flex flex-col gap-6">
              {isList ? (
                <NoteList notes={notes} colourOf={colourOf} viewer={viewer} />
              ) : (
                <>
                  <NewNotesStatus notes={notes} viewer={viewer} />
                  {boardsOf(data).map((board, index) => (
                    <DatedBoard key={board.at(-1)?.id} notes={board} isFirst={index === 0}>
                      {(label) => <Board notes={board} colours={board.map(colourOf)} label={label} viewer={viewer} />}
                    </DatedBoard>
                  ))}
                </>
              )}
              <LoadMore
                list={list}
                label="Older notes"
                busyLabel="Loading..."
                failedText="Older notes could not be loaded."
                autoLoadPixels={800}
                className="py-2"
              />
            </div>
          );
        }}
      </Loaded>
    </FocusRestorer>
  );
}

/** Scrolls to the viewer's new note, because a board is taller than a phone's screen. */
const scrollToNote = (noteId: string): void => {
  const isStill =
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .querySelector(`[data-note-id="${noteId}"]`)
    ?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
};

/** Returns the dates of a board: "Today", "Monday – Today". */
const datesOf = (notes: readonly Note[], now: Date): string => {
  const [newest, oldest] = [notes[0], notes.at(-1)].map((note) => dayLabel(note?.createdAt ?? '', now));
  return newest === oldest ? `${newest}` : `${oldest} – ${newest}`;
};

type DatedBoardProps = { notes: readonly Note[]; isFirst: boolean; children: (label: string) => ReactNode };

/** Boards outside the viewport are not rendered (`content-visibility`), to keep a wall of thousands cheap. */
const DatedBoard = ({ notes, isFirst, children }: DatedBoardProps) => {
  const dates = useTimeText((now) => datesOf(notes, now));
  return (
    <div className={isFirst ? undefined : '[contain-intrinsic-size:auto_50rem] [content-visibility:auto]'}>
      <h2 className="mb-2 font-text text-sm font-semibold text-muted">{dates}</h2>
      {children(`Notes, ${dates}`)}
    </div>
  );
};

const NoNotes = () => (
  <Card>
    <EmptyState
      picture="gratitude"
      title="The wall is empty"
      text="Add the first note: one thing, in a few words, that made today a little lighter."
    />
  </Card>
);

const WallLoading = () => (
  <Loading label="Loading the wall">
    <Skeleton className="h-200 rounded-card max-md:h-120" />
  </Loading>
);

const nouns = { one: 'new note', other: 'new notes' };

/** Notes of other members that arrived since the view was opened or last updated. */
const useArrived = (notes: readonly Note[], viewerId: string) => {
  const [topId, setTopId] = useState(notes[0]?.id);
  // Compares ids, because the top note may have been deleted.
  const arrived = notes.filter(({ id, authorId }) => topId !== undefined && id > topId && authorId !== viewerId);
  return { arrived, showArrived: () => setTopId(notes[0]?.id) };
};

type NoteListProps = {
  /** Newest first. */
  notes: readonly Note[];
  colourOf: (note: Note) => number;
  viewer: CurrentUser;
};

/** Notes as a list. New ones wait above, because inserting them would move the text being read. */
function NoteList({ notes, colourOf, viewer }: NoteListProps) {
  const { arrived, showArrived } = useArrived(notes, viewer.id);
  const waiting = new Set(arrived);
  return (
    <div className="relative">
      <ArrivalsPill
        count={arrived.length}
        nouns={nouns}
        isPending={false}
        onLoad={() => {
          showArrived();
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

/** Announces new notes to screen readers. They appear on the wall at once. */
function NewNotesStatus({ notes, viewer }: Pick<NoteListProps, 'notes' | 'viewer'>) {
  const { length: count } = useArrived(notes, viewer.id).arrived;
  return <Status className="sr-only">{count > 0 && `${formatCount(count)} ${plural(count, nouns)}`}</Status>;
}
