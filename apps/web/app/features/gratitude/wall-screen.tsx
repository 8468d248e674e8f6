import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Note } from '@commons/contract/gratitude/schemas';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { recentByClient } from '../../lib/client-state.ts';
import { useIsHydrated, useShownItems } from '../../lib/hydration.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn } from '../../lib/pages.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { useHasSideNavigation } from '../../lib/screen.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Loading, Skeleton, Status } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { Board } from './board.tsx';
import { noteLists } from './gratitude.api.ts';
import { formatDates, newNotesText } from './gratitude.texts.ts';
import { groupIntoBoards, assignColors } from './placement.ts';
import { WallNote } from './wall-note.tsx';

const NoteDialog = lazyDialog(async () => ({ default: (await import('./note-actions.tsx')).NoteDialog }));

/** The colors of the notes, by id. */
const knownColors = recentByClient<number>();

const wallQuery = noteLists.query('wall');

const prefetch: Prefetch = (queryClient) => void queryClient.prefetchInfiniteQuery(wallQuery);
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

const views = [
  { value: 'wall', label: 'Wall' },
  { value: 'list', label: 'List' },
] as const;
type View = (typeof views)[number]['value'];

export default function WallScreen() {
  const viewer = useViewer();
  const isPhone = !useHasSideNavigation();
  const [chosenView, setChosenView] = useRememberedState<View | null>('gratitude-wall:view', null);
  const view = chosenView ?? (isPhone ? 'list' : 'wall');
  const [postedId, setPostedId] = useState<string | null>(null);
  const addButton = <Button disabled={!viewer}>Add Gratitude</Button>;
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Gratitude Wall"
        lead="Small paper notes about what made a day lighter."
        className="sm:flex-nowrap"
      >
        {viewer ? <NoteDialog trigger={addButton} viewer={viewer} onPosted={setPostedId} /> : addButton}
      </ScreenHeader>
      <Chips label="View" options={views} value={view} onChange={setChosenView} />
      {viewer ? <Notes viewer={viewer} view={view} postedId={postedId} /> : <WallLoading />}
    </div>
  );
}

type NotesProps = {
  viewer: CurrentUser;
  view: View;
  /** The note that the viewer has just posted. */
  postedId: string | null;
};

function Notes({ viewer, view, postedId }: NotesProps) {
  const assignedColors = knownColors(useQueryClient());
  const list = useInfiniteQuery(wallQuery);
  const notes = list.data ? itemsIn(list.data) : [];
  const colors = new Map(assignColors(notes, assignedColors).map((color, index) => [notes[index]?.id, color]));
  // The server does not know the width of the screen, so its HTML has both views, and the style sheet hides one.
  const isHydrated = useIsHydrated();
  const shownNotes = useShownItems(notes);
  const colorOf = ({ id }: Note): number => colors.get(id) ?? 0;
  const isPostedNoteLoaded = notes.some(({ id }) => id === postedId);
  useEffect(() => {
    if (isPostedNoteLoaded && postedId !== null) scrollToNote(postedId);
  }, [isPostedNoteLoaded, postedId]);
  return (
    <PagedList
      label="Notes"
      list={list}
      loading={<WallLoading />}
      failedTitle="The wall could not be loaded"
      empty={{
        picture: 'gratitude',
        title: 'The wall is empty',
        text: 'Add the first note: one thing, in a few words, that made today a little lighter.',
      }}
      more={{
        label: 'Older notes',
        failedText: 'Older notes could not be loaded.',
        autoLoadPixels: 800,
        className: 'pt-8 pb-2',
      }}
    >
      {() => (
        <>
          {(view === 'list' || !isHydrated) && (
            <div className={isHydrated ? undefined : 'md:hidden'}>
              <NoteList notes={shownNotes} colorOf={colorOf} viewer={viewer} />
            </div>
          )}
          {view === 'wall' && (
            <div className={classNames('flex flex-col gap-6', !isHydrated && 'max-md:hidden')}>
              <NewNotesStatus notes={notes} viewer={viewer} />
              {groupIntoBoards(list.data ?? { pages: [] }).map((board, index) => (
                <DatedBoard key={board.at(-1)?.id} notes={board} isFirst={index === 0}>
                  {(label) => <Board notes={board} colors={board.map(colorOf)} label={label} viewer={viewer} />}
                </DatedBoard>
              ))}
            </div>
          )}
        </>
      )}
    </PagedList>
  );
}

/** Scrolls to the viewer's new note, because a board is taller than a phone's screen. */
const scrollToNote = (noteId: string): void => {
  const isMotionReduced =
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .querySelector(`[data-note-id="${noteId}"]`)
    ?.scrollIntoView({ block: 'nearest', behavior: isMotionReduced ? 'auto' : 'smooth' });
};

type DatedBoardProps = { notes: readonly Note[]; isFirst: boolean; children: (label: string) => ReactNode };

/** A board with its dates. Boards outside the viewport are not rendered, so that thousands of notes stay fast. */
const DatedBoard = ({ notes, isFirst, children }: DatedBoardProps) => {
  const dates = useTimeText((now) => formatDates(notes[0]?.createdAt ?? '', notes.at(-1)?.createdAt ?? '', now));
  // The server does not know the reader's time zone.
  const isHydrated = useIsHydrated();
  return (
    <div className={isFirst ? undefined : '[contain-intrinsic-size:auto_50rem] [content-visibility:auto]'}>
      <h2 className="mb-2 font-text text-sm font-semibold text-muted">{isHydrated ? dates : '\u00A0'}</h2>
      {children(isHydrated ? `Notes, ${dates}` : 'Notes')}
    </div>
  );
};

const WallLoading = () => (
  <Loading label="Loading the wall">
    <Skeleton className="h-200 rounded-card max-md:h-120" />
  </Loading>
);

/** Returns the notes of other members that are newer than the top note when the view was last updated. */
const useNewNotes = (notes: readonly Note[], viewerId: string) => {
  const [topId, setTopId] = useState(notes[0]?.id);
  // Compares ids, because the top note may have been deleted.
  const newNotes = notes.filter(({ id, authorId }) => topId !== undefined && id > topId && authorId !== viewerId);
  return { newNotes, showNewNotes: () => setTopId(notes[0]?.id) };
};

type NoteListProps = {
  /** Newest first. */
  notes: readonly Note[];
  colorOf: (note: Note) => number;
  viewer: CurrentUser;
};

/** Notes as a list. New notes wait above, because inserting them would move the text that the member reads. */
function NoteList({ notes, colorOf, viewer }: NoteListProps) {
  const { newNotes, showNewNotes } = useNewNotes(notes, viewer.id);
  const hiddenNotes = new Set(newNotes);
  return (
    <div className="relative">
      <ArrivalsPill
        count={newNotes.length}
        countText={newNotesText}
        isPending={false}
        onLoad={() => {
          showNewNotes();
          window.scrollTo({ top: 0 });
        }}
      />
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {notes
          .filter((note) => !hiddenNotes.has(note))
          .map((note) => (
            <WallNote key={note.id} note={note} colorIndex={colorOf(note)} className="min-w-0" viewer={viewer} />
          ))}
      </ul>
    </div>
  );
}

/** Announces new notes to screen readers. On the wall, new notes appear immediately. */
function NewNotesStatus({ notes, viewer }: Pick<NoteListProps, 'notes' | 'viewer'>) {
  const { length: count } = useNewNotes(notes, viewer.id).newNotes;
  return <Status className="sr-only">{newNotesText(count)}</Status>;
}
