import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Note } from '@commons/contract/gratitude/schemas';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { recentByClient } from '../../lib/client-state.ts';
import { useIsHydrated, useShownItems } from '../../lib/hydration.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { itemsIn, type Pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { useHasSideNavigation } from '../../lib/screen.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { Board } from './board.tsx';
import { noteLists } from './gratitude.api.ts';
import { formatDates, newNotesText } from './gratitude.texts.ts';
import { groupIntoBoards, assignColors } from './placement.ts';
import { WallNote } from './wall-note.tsx';

const NoteDialog = lazyPart(async () => ({ default: (await import('./note-actions.tsx')).NoteDialog }));

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
  const { isOpen, setIsOpen, button } = useLazyDisclosure(NoteDialog);
  const buttonProps = { ...button, disabled: !viewer };
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Gratitude Wall"
        lead={
          <>
            Thanks in a few words, without likes or replies.
            <span className="max-sm:hidden">
              {' '}
              Successes go to{' '}
              <Link to={paths.wellnessWins} className="text-primary underline underline-offset-4">
                Wellness Wins
              </Link>
              , stories to the{' '}
              <Link to={paths.home} className="text-primary underline underline-offset-4">
                Community Feed
              </Link>
              .
            </span>
          </>
        }
        className="sm:flex-nowrap"
      >
        <Button {...buttonProps}>Add Gratitude</Button>
      </ScreenHeader>
      <ViewChoice view={view} onChange={setChosenView} />
      {viewer ? (
        <Notes
          viewer={viewer}
          view={view}
          postedId={postedId}
          emptyAction={
            <Button variant="secondary" {...buttonProps}>
              Write the first note
            </Button>
          }
        />
      ) : (
        <WallLoading />
      )}
      {viewer && isOpen === true && (
        <NoteDialog viewer={viewer} isOpen onOpenChange={setIsOpen} onPosted={setPostedId} />
      )}
    </div>
  );
}

type ViewChoiceProps = { view: View; onChange: (view: View) => void };

/** Before hydration, the style sheet selects the view for the width of the screen, and its pressed chip. */
function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const renderChips = (value: View) => <Chips label="View" options={views} value={value} onChange={onChange} />;
  if (useIsHydrated()) return renderChips(view);
  return (
    <>
      <div className="md:hidden">{renderChips('list')}</div>
      <div className="max-md:hidden">{renderChips('wall')}</div>
    </>
  );
}

type NotesProps = {
  viewer: CurrentUser;
  view: View;
  /** The note that the viewer has just posted. */
  postedId: string | null;
  emptyAction: ReactNode;
};

function Notes({ viewer, view, postedId, emptyAction }: NotesProps) {
  const assignedColors = knownColors(useQueryClient());
  const list = useInfiniteQuery(wallQuery);
  const notes = list.data ? itemsIn(list.data) : [];
  const colors = new Map(assignColors(notes, assignedColors).map((color, index) => [notes[index]?.id, color]));
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
        action: emptyAction,
      }}
      more={{
        label: 'Older notes',
        failedText: 'Older notes could not be loaded.',
        autoLoadPixels: 800,
        className: 'pt-8 pb-2',
      }}
    >
      {() => <LoadedNotes pages={list.data?.pages ?? []} view={view} colorOf={colorOf} viewer={viewer} />}
    </PagedList>
  );
}

type LoadedNotesProps = {
  /** Newest first. */
  pages: Pages<Note>['pages'];
  view: View;
  colorOf: (note: Note) => number;
  viewer: CurrentUser;
};

/** Notes of other members that arrive later wait behind a button, because they would move the others. */
function LoadedNotes({ pages, view, colorOf, viewer }: LoadedNotesProps) {
  // The server does not know the width of the screen, so its HTML has both views, and the style sheet hides one.
  const isHydrated = useIsHydrated();
  const notes = itemsIn({ pages });
  const [topId, setTopId] = useState(notes[0]?.id);
  // Compares ids, because the top note may have been deleted.
  const isNew = ({ id, authorId }: Note) => topId !== undefined && id > topId && authorId !== viewer.id;
  const shownPages = pages.map((page) => ({ ...page, items: page.items.filter((note) => !isNew(note)) }));
  const listedNotes = useShownItems(itemsIn({ pages: shownPages }));
  return (
    <div className="relative">
      <ArrivalsPill
        count={notes.filter(isNew).length}
        countText={newNotesText}
        isPending={false}
        onLoad={() => {
          setTopId(notes[0]?.id);
          window.scrollTo({ top: 0 });
        }}
      />
      {(view === 'list' || !isHydrated) && (
        <ul className={classNames('grid gap-4 sm:grid-cols-2 xl:grid-cols-3', !isHydrated && 'md:hidden')}>
          {listedNotes.map((note) => (
            <li key={note.id} className="flex min-w-0">
              <WallNote note={note} colorIndex={colorOf(note)} viewer={viewer} className="min-w-0 flex-1" />
            </li>
          ))}
        </ul>
      )}
      {view === 'wall' && (
        <div className={classNames('flex flex-col gap-6', !isHydrated && 'max-md:hidden')}>
          {groupIntoBoards({ pages: shownPages }).map((board, index) => (
            <DatedBoard key={board.at(-1)?.id} notes={board} isFirst={index === 0}>
              {(label) => <Board notes={board} colorOf={colorOf} label={label} viewer={viewer} />}
            </DatedBoard>
          ))}
        </div>
      )}
    </div>
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
