import { journalLimits } from '@commons/contract/journal';
import type { JournalEntry } from '@commons/contract/journal/schemas';
import { isBlank, isWithin } from '@commons/contract/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { showFailure } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFocusWhenReady } from '../../ui/focus.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { entryQuery, readEntry } from './entries.api.ts';
import { pageDraftKey, openWriting, parsePage } from './unsaved-pages.ts';
import type { Page, Writing, WritingState } from './writing.ts';

const DeleteEntry = lazyDialog(() => import('./delete-entry.tsx'));

/** The prompt beside the page, or above it where there is no room. */
export const writingClass = 'grid gap-4 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-6';

/** A prompt, and a page on which to write about it. The page is saved automatically. */
export function EntryEditor({ memberId, page: initialPage }: { memberId: string; page: Page }) {
  const { writing, ...state } = useWriting(memberId, initialPage);
  const { page } = state;
  const navigate = useNavigate();
  const { entryId } = page;
  const fieldRef = useFocusWhenReady(initialPage.entryId === null);
  useEntryUrl(initialPage, entryId);
  useRemoteChanges(page, writing);
  return (
    <div className={writingClass}>
      <header className="flex flex-col gap-4">
        <h1 dir="auto" className="text-xl wrap-anywhere">
          {page.prompt}
        </h1>
        <p className="flex items-center gap-2 text-sm text-muted">
          <LockKeyhole size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          Only you can see what you write here.
        </p>
      </header>
      <div className="flex flex-col gap-4">
        <ConflictBanner
          {...state}
          writing={writing}
          onResolved={() => fieldRef.current?.focus()}
          onLeave={() => void navigate(paths.journal)}
        />
        <Card className={bareFieldCardClass}>
          <TextArea
            ref={fieldRef}
            label={`Your entry, ${page.prompt}`}
            isLabelHidden
            isBare
            {...(initialPage.entryId === null && { 'data-focus-place': '' })}
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
          <SaveStatus {...state} />
          {entryId !== null && (
            <DeleteEntry
              trigger={
                <Button variant="quiet" size="small" className="-me-3">
                  Delete entry
                </Button>
              }
              entryId={entryId}
              onDeleted={() => {
                writing.discardDraft();
                void navigate(paths.journal, { replace: true });
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Replaces the URL with that of the entry after the first save, so that a reload opens it. Does not navigate, because
 * that would cancel a navigation in progress.
 */
const useEntryUrl = (initialPage: Page, entryId: string | null): void => {
  useEffect(() => {
    if (entryId === null || entryId === initialPage.entryId) return;
    const path = paths.journalEntry(entryId);
    if (path.startsWith(`${window.location.pathname}?`)) window.history.replaceState(window.history.state, '', path);
  }, [entryId, initialPage]);
};

/** Applies newer revisions from other devices, unless there are unsaved changes here. */
const useRemoteChanges = ({ entryId, revision, text, saved }: Page, writing: Writing): void => {
  const { data } = useQuery({ ...entryQuery(useQueryClient(), entryId ?? ''), enabled: entryId !== null });
  const newerEntry = data && text === saved && data.revision > (revision ?? 0) ? data : null;
  const replaceWith = useEffectEvent((entry: JournalEntry) => writing.replaceWith(entry));
  useEffect(() => {
    if (newerEntry) replaceWith(newerEntry);
  }, [newerEntry]);
};

const statusText = ({ page, status, isOnDevice }: WritingState): string => {
  const storageText = isOnDevice ? 'Saved on this device.' : 'This device is out of space. Please keep this page open.';
  if (status.kind === 'refused') return `${storageText} ${status.reason}`;
  if (status.kind === 'kept') return `${storageText} It will be saved to your journal once you are back online.`;
  if (status.kind === 'changed' || status.kind === 'gone') return storageText;
  if (isBlank(page.text)) return page.entryId === null ? 'Saved automatically' : 'Empty pages are not saved.';
  if (!isWithin(page.text, journalLimits.entryCharacters)) return `${storageText} It is too long to be saved.`;
  return status.kind === 'saved' ? 'Saved' : 'Saving...';
};

/** Announces only problems to screen readers. Announcing each save would disturb writing. */
function SaveStatus(state: WritingState) {
  const { kind } = state.status;
  const hasProblem = kind === 'kept' || kind === 'refused';
  const text = statusText(state);
  return (
    <div className="min-w-0 flex-1 text-sm text-muted">
      {!hasProblem && <p>{text}</p>}
      <p role="status">{hasProblem && text}</p>
    </div>
  );
}

type ConflictBannerProps = WritingState & {
  writing: Writing;
  /** Called after the decision. The banner disappears, so the caller moves the focus to the text. */
  onResolved: () => void;
  onLeave: () => void;
};

/** Asks which version to keep after the entry was changed or deleted elsewhere. */
function ConflictBanner({ status, page, writing, onResolved, onLeave }: ConflictBannerProps) {
  const queryClient = useQueryClient();
  const [isLoadingOther, setIsLoadingOther] = useState(false);
  if (status.kind !== 'changed' && status.kind !== 'gone') return null;
  const isDeleted = status.kind === 'gone';
  const loadOtherVersion = async () => {
    if (isDeleted) {
      writing.discardDraft();
      onLeave();
      return;
    }
    setIsLoadingOther(true);
    try {
      const entry = await readEntry(queryClient, page.entryId ?? '');
      if (entry === null) return;
      writing.replaceWith(entry);
      onResolved();
    } catch (error) {
      showFailure(error, 'The other version could not be loaded. Please try again.');
    } finally {
      setIsLoadingOther(false);
    }
  };
  return (
    <Banner
      tone="warn"
      isAlert
      title={isDeleted ? 'This entry was deleted elsewhere' : 'This entry was changed elsewhere'}
    >
      <p>Your version is still here, on this device only.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            writing.overwrite();
            onResolved();
          }}
        >
          Keep my version
        </Button>
        <Button variant="quiet" size="small" isPending={isLoadingOther} onClick={() => void loadOtherVersion()}>
          {isDeleted ? 'Discard' : 'Use the other version'}
        </Button>
      </div>
    </Banner>
  );
}

/** Saves a page while it is open, and syncs it with other tabs of this device. */
const useWriting = (memberId: string, page: Page): WritingState & { writing: Writing } => {
  const queryClient = useQueryClient();
  const [writing] = useState(() => openWriting(queryClient, memberId, page));
  useEffect(() => {
    const syncFromTab = ({ key, newValue }: StorageEvent) => {
      const otherPage = key === pageDraftKey(memberId, writing.state().page) ? parsePage(newValue) : null;
      if (otherPage !== null) writing.syncFrom(otherPage);
    };
    const flush = () => writing.flush();
    const saveWhenHidden = () => writing.flush({ isLeaving: document.visibilityState === 'hidden' });
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      const { status, isOnDevice } = writing.state();
      if (status.kind !== 'saved' && !isOnDevice) event.preventDefault();
    };
    window.addEventListener('storage', syncFromTab);
    window.addEventListener('beforeunload', warnBeforeUnload);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', saveWhenHidden);
    writing.flush();
    return () => {
      window.removeEventListener('storage', syncFromTab);
      window.removeEventListener('beforeunload', warnBeforeUnload);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      writing.dispose();
    };
  }, [writing, memberId]);
  return { ...useStore(writing.store), writing };
};
