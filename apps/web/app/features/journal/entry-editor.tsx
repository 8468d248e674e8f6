import { type JournalEntry, journalLimits } from '@commons/contract/journal';
import { isBlank, isWithin } from '@commons/contract/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { showFailure } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useLateFocus } from '../../ui/late-focus.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { entryQuery, readEntry } from './entries.api.ts';
import { keyOfPage, openWriting, parsePage } from './kept-pages.ts';
import type { Page, Writing, WritingState } from './writing.ts';

const DeleteEntry = lazyDialog(() => import('./delete-entry.tsx'));

/** The prompt, and the page below it, which saves itself. */
export function EntryEditor({ memberId, page: first }: { memberId: string; page: Page }) {
  const { writing, ...state } = useWriting(memberId, first);
  const { page } = state;
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const { entryId } = page;
  const field = useLateFocus(first.entryId === null);
  useAddressOf(first, entryId);
  useOtherPlaces(page, writing);
  return (
    <>
      <h1 dir="auto" className="text-xl wrap-anywhere">
        {page.prompt}
      </h1>
      <p className="flex items-center gap-2 text-sm text-muted">
        <LockKeyhole size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        Only you can see what you write here.
      </p>
      <OtherVersion
        {...state}
        writing={writing}
        onChosen={() => field.current?.focus()}
        onLeave={() => void navigate(paths.journal)}
      />
      <Card className={bareFieldCardClass}>
        <TextArea
          ref={field}
          label={`Your entry, ${page.prompt}`}
          isLabelHidden
          isBare
          {...(first.entryId === null && { 'data-focus-place': '' })}
          dir="auto"
          placeholder="Begin anywhere. A few words are enough."
          minRows={12}
          maxRows={400}
          value={page.text}
          onChange={({ target }) => writing.type(target.value)}
          onBlur={() => writing.flush()}
          limit={{ max: journalLimits.entryCharacters }}
        />
        <AuthorSupport draft={`journal:${page.promptId}`} />
      </Card>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <SavedText {...state} />
        {entryId !== null && (
          <Button
            variant="quiet"
            size="small"
            className="-me-3"
            onPointerEnter={DeleteEntry.preload}
            onFocus={DeleteEntry.preload}
            onClick={() => setIsDeleting(true)}
          >
            Delete entry
          </Button>
        )}
      </div>
      {entryId !== null && isDeleting && (
        <DeleteEntry
          entryId={entryId}
          isOpen={isDeleting}
          onOpenChange={setIsDeleting}
          onDeleted={() => {
            writing.letGo();
            void navigate(paths.journal, { replace: true });
          }}
        />
      )}
    </>
  );
}

/**
 * What was saved for the first time has an address of its own from then on: a reload finds the entry. Not by a
 * navigation, which would call back whoever is just on the way to another screen.
 */
const useAddressOf = (first: Page, entryId: string | null): void => {
  useEffect(() => {
    if (entryId === null || entryId === first.entryId) return;
    const address = paths.journalEntry(entryId);
    if (address.startsWith(`${window.location.pathname}?`))
      window.history.replaceState(window.history.state, '', address);
  }, [entryId, first]);
};

/** Another device went on with the entry: while nothing here waits to be saved, it is shown as it is there. */
const useOtherPlaces = ({ entryId, revision, text, saved }: Page, writing: Writing): void => {
  const { data } = useQuery({ ...entryQuery(useQueryClient(), entryId ?? ''), enabled: entryId !== null });
  const newer = data && text === saved && data.revision > (revision ?? 0) ? data : null;
  const take = useEffectEvent((entry: JournalEntry) => writing.take(entry));
  useEffect(() => {
    if (newer) take(newer);
  }, [newer]);
};

const textOf = ({ page, status, isOnDevice }: WritingState): string => {
  const kept = isOnDevice ? 'Saved on this device.' : 'This device is out of space. Please keep this page open.';
  if (status.kind === 'refused') return `${kept} ${status.reason}`;
  if (status.kind === 'kept') return `${kept} It will be saved to your journal once you are back online.`;
  if (status.kind === 'changed' || status.kind === 'gone') return kept;
  if (isBlank(page.text)) return page.entryId === null ? 'Saved automatically' : 'Empty pages are not saved.';
  if (!isWithin(page.text, journalLimits.entryCharacters)) return `${kept} It is too long to be saved.`;
  return status.kind === 'saved' ? 'Saved' : 'Saving...';
};

/** Said aloud only where something is in the way: a voice that speaks of each pause would drown the writing. */
function SavedText(state: WritingState) {
  const { kind } = state.status;
  const isTroubled = kind === 'kept' || kind === 'refused';
  const text = textOf(state);
  return (
    <div className="min-w-0 flex-1 text-sm text-muted">
      {!isTroubled && <p>{text}</p>}
      <p role="status">{isTroubled && text}</p>
    </div>
  );
}

type OtherVersionProps = WritingState & {
  writing: Writing;
  /** The banner goes with its buttons: the keyboard's place is then in the words that were chosen. */
  onChosen: () => void;
  onLeave: () => void;
};

/** The entry was changed or deleted in another place while this page was written: whoever wrote both decides. */
function OtherVersion({ status, page, writing, onChosen, onLeave }: OtherVersionProps) {
  const [isReading, setIsReading] = useState(false);
  if (status.kind !== 'changed' && status.kind !== 'gone') return null;
  const isGone = status.kind === 'gone';
  const takeOther = async () => {
    if (isGone) {
      writing.letGo();
      onLeave();
      return;
    }
    setIsReading(true);
    try {
      const entry = await readEntry(page.entryId ?? '');
      if (entry === null) return;
      writing.take(entry);
      onChosen();
    } catch (error) {
      showFailure(error, 'The other version could not be loaded. Please try again.');
    } finally {
      setIsReading(false);
    }
  };
  return (
    <Banner
      tone="warn"
      isAlert
      title={isGone ? 'This entry was deleted elsewhere' : 'This entry was changed elsewhere'}
    >
      <p>Your version is still here, on this device only.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            writing.insist();
            onChosen();
          }}
        >
          Keep my version
        </Button>
        <Button variant="quiet" size="small" isPending={isReading} onClick={() => void takeOther()}>
          {isGone ? 'Discard' : 'Use the other version'}
        </Button>
      </div>
    </Banner>
  );
}

/** A page that saves itself for as long as it is shown, in step with what other tabs of this device write in it. */
const useWriting = (memberId: string, page: Page): WritingState & { writing: Writing } => {
  const queryClient = useQueryClient();
  const [writing] = useState(() => openWriting(queryClient, memberId, page));
  useEffect(() => {
    const followTab = ({ key, newValue }: StorageEvent) => {
      const there = key === keyOfPage(memberId, writing.state().page) ? parsePage(newValue) : null;
      if (there !== null) writing.follow(there);
    };
    const flush = () => writing.flush();
    const saveWhenHidden = () => writing.flush({ isLeaving: document.visibilityState === 'hidden' });
    const askBeforeLosing = (event: BeforeUnloadEvent) => {
      const { status, isOnDevice } = writing.state();
      if (status.kind !== 'saved' && !isOnDevice) event.preventDefault();
    };
    window.addEventListener('storage', followTab);
    window.addEventListener('beforeunload', askBeforeLosing);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', saveWhenHidden);
    writing.flush();
    return () => {
      window.removeEventListener('storage', followTab);
      window.removeEventListener('beforeunload', askBeforeLosing);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      writing.dispose();
    };
  }, [writing, memberId]);
  return { ...useSyncExternalStore(writing.subscribe, writing.state), writing };
};
