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
import { useFocusWhenReady } from '../../ui/focus-when-ready.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { entryQuery, readEntry } from './entries.api.ts';
import { keyOfPage, openWriting, parsePage } from './unsaved-pages.ts';
import type { Page, Writing, WritingState } from './writing.ts';

const DeleteEntry = lazyDialog(() => import('./delete-entry.tsx'));

/** The prompt and a page that saves itself. */
export function EntryEditor({ memberId, page: first }: { memberId: string; page: Page }) {
  const { writing, ...state } = useWriting(memberId, first);
  const { page } = state;
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const { entryId } = page;
  const field = useFocusWhenReady(first.entryId === null);
  useEntryUrl(first, entryId);
  useRemoteChanges(page, writing);
  return (
    <>
      <h1 dir="auto" className="text-xl wrap-anywhere">
        {page.prompt}
      </h1>
      <p className="flex items-center gap-2 text-sm text-muted">
        <LockKeyhole size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        Only you can see what you write here.
      </p>
      <ConflictBanner
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
            writing.discardDraft();
            void navigate(paths.journal, { replace: true });
          }}
        />
      )}
    </>
  );
}

/**
 * Gives an entry its own URL after the first save, so that a reload finds it. Does not navigate, because that would
 * cancel a navigation in progress.
 */
const useEntryUrl = (first: Page, entryId: string | null): void => {
  useEffect(() => {
    if (entryId === null || entryId === first.entryId) return;
    const address = paths.journalEntry(entryId);
    if (address.startsWith(`${window.location.pathname}?`))
      window.history.replaceState(window.history.state, '', address);
  }, [entryId, first]);
};

/** Applies newer revisions from other devices, unless there are unsaved changes here. */
const useRemoteChanges = ({ entryId, revision, text, saved }: Page, writing: Writing): void => {
  const { data } = useQuery({ ...entryQuery(useQueryClient(), entryId ?? ''), enabled: entryId !== null });
  const newer = data && text === saved && data.revision > (revision ?? 0) ? data : null;
  const replaceWith = useEffectEvent((entry: JournalEntry) => writing.replaceWith(entry));
  useEffect(() => {
    if (newer) replaceWith(newer);
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

/** Announces only problems to screen readers. Announcing each save would disturb writing. */
function SavedText(state: WritingState) {
  const { kind } = state.status;
  const hasProblem = kind === 'kept' || kind === 'refused';
  const text = textOf(state);
  return (
    <div className="min-w-0 flex-1 text-sm text-muted">
      {!hasProblem && <p>{text}</p>}
      <p role="status">{hasProblem && text}</p>
    </div>
  );
}

type ConflictBannerProps = WritingState & {
  writing: Writing;
  /** The banner disappears with its buttons, so the focus moves to the text. */
  onChosen: () => void;
  onLeave: () => void;
};

/** Conflict banner: the entry was changed or deleted elsewhere, and the member decides. */
function ConflictBanner({ status, page, writing, onChosen, onLeave }: ConflictBannerProps) {
  const [isReading, setIsReading] = useState(false);
  if (status.kind !== 'changed' && status.kind !== 'gone') return null;
  const isGone = status.kind === 'gone';
  const loadOther = async () => {
    if (isGone) {
      writing.discardDraft();
      onLeave();
      return;
    }
    setIsReading(true);
    try {
      const entry = await readEntry(page.entryId ?? '');
      if (entry === null) return;
      writing.replaceWith(entry);
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
            writing.overwrite();
            onChosen();
          }}
        >
          Keep my version
        </Button>
        <Button variant="quiet" size="small" isPending={isReading} onClick={() => void loadOther()}>
          {isGone ? 'Discard' : 'Use the other version'}
        </Button>
      </div>
    </Banner>
  );
}

/** A page that saves itself while it is shown, and stays in sync with other tabs of this device. */
const useWriting = (memberId: string, page: Page): WritingState & { writing: Writing } => {
  const queryClient = useQueryClient();
  const [writing] = useState(() => openWriting(queryClient, memberId, page));
  useEffect(() => {
    const followTab = ({ key, newValue }: StorageEvent) => {
      const there = key === keyOfPage(memberId, writing.state().page) ? parsePage(newValue) : null;
      if (there !== null) writing.syncFrom(there);
    };
    const flush = () => writing.flush();
    const saveWhenHidden = () => writing.flush({ isLeaving: document.visibilityState === 'hidden' });
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      const { status, isOnDevice } = writing.state();
      if (status.kind !== 'saved' && !isOnDevice) event.preventDefault();
    };
    window.addEventListener('storage', followTab);
    window.addEventListener('beforeunload', warnBeforeUnload);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', saveWhenHidden);
    writing.flush();
    return () => {
      window.removeEventListener('storage', followTab);
      window.removeEventListener('beforeunload', warnBeforeUnload);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      writing.dispose();
    };
  }, [writing, memberId]);
  return { ...useSyncExternalStore(writing.subscribe, writing.state), writing };
};
