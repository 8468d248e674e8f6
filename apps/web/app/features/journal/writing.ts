import { journalLimits } from '@commons/contract/journal';
import type { JournalEntry } from '@commons/contract/journal/schemas';
import { isBlank, isWithin } from '@commons/contract/text';
import { backoff } from '../../lib/backoff.ts';
import { randomId } from '../../lib/random-id.ts';
import { createStore } from '../../lib/store.ts';

/** A page in the editor. The device stores it until the server has saved all of it. */
export type Page = {
  promptId: string;
  prompt: string;
  /** Null until the first save. */
  entryId: string | null;
  /** Revision that the next change is based on. Null overwrites any revision. */
  revision: number | null;
  /** The text that the server has confirmed. */
  saved: string;
  text: string;
  /** Time of the last edit in milliseconds since 1970. If two tabs edit the page, the later edit takes precedence. */
  typedAt: number;
  /**
   * A save without a response. The server may have received it, so the same text is sent again before newer text. A
   * lost response then causes neither a duplicate entry nor a conflict with the member's own change.
   */
  attempt: { text: string; idempotencyKey: string } | null;
};

export type Outcome =
  | { kind: 'saved'; entry: JournalEntry }
  /** Changed or deleted elsewhere, probably by the same member. */
  | { kind: 'changed' | 'gone' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; retryAfterSeconds: number | null };

type Status =
  | { kind: 'saved' | 'waiting' | 'saving' | 'kept' | 'changed' | 'gone' }
  | { kind: 'refused'; reason: string };

export type WritingState = {
  page: Page;
  status: Status;
  /** False if the storage is full or disabled, so that closing the page would lose the text. */
  isOnDevice: boolean;
};

type WritingOptions = {
  page: Page;
  /** Stores the page, under the key of `keyPage` if given. Returns whether that succeeded. */
  storeDraft: (page: Page, keyPage?: Page) => boolean;
  discardDraft: (page: Page) => void;
  /**
   * Reads the stored page, which another tab may have changed. Null after a sign-out. The page must then neither be
   * sent nor stored again.
   */
  readDraft: (page: Page) => Page | null;
  send: (page: Page, attempt: NonNullable<Page['attempt']>, options: { isLeaving: boolean }) => Promise<Outcome>;
  onSaved: (entry: JournalEntry) => void;
  /** Schedules a call. Returns a function that cancels it. */
  setTimer: (run: () => void, milliseconds: number) => () => void;
};

/** Saves after a pause in typing, and during uninterrupted typing after the longer interval. */
const saveDelayMilliseconds = 1_500;
const maxSaveDelayMilliseconds = 10_000;

const isUnsaved = ({ text, saved, attempt }: Page): boolean => text !== saved || attempt !== null;
/** An empty page is not stored, because it would hide the saved entry. */
const isEmpty = ({ text, attempt }: Page): boolean => isBlank(text) && attempt === null;
const canSubmit = ({ text }: Page): boolean => !isBlank(text) && isWithin(text, journalLimits.entryCharacters);

export type Writing = ReturnType<typeof createWriting>;

/** Creates the state of a page that is saved automatically. The device stores the text until the server has it. */
export const createWriting = ({
  page: initialPage,
  discardDraft,
  readDraft,
  send,
  onSaved,
  setTimer,
  ...options
}: WritingOptions) => {
  const store = createStore<WritingState>({
    page: initialPage,
    status: { kind: isUnsaved(initialPage) ? 'waiting' : 'saved' },
    isOnDevice: true,
  });
  const { get: state } = store;
  let failures = 0;
  let isDisposed = false;
  let cancelSave: (() => void) | null = null;
  let cancelLatestSave: (() => void) | null = null;

  const storeDraft = (page: Page, keyPage?: Page): void => {
    store.set({ ...state(), isOnDevice: options.storeDraft(page, keyPage) });
    // After storing, so that other tabs receive the empty text first.
    if (isEmpty(page)) discardDraft(keyPage ?? page);
  };
  const change = (page: Page, status: Status): void => {
    store.set({ ...state(), page, status });
  };
  const cancelTimers = (): void => {
    cancelSave?.();
    cancelLatestSave?.();
    cancelLatestSave = null;
  };
  const schedule = (): void => {
    cancelSave?.();
    cancelSave = setTimer(flush, saveDelayMilliseconds);
    cancelLatestSave ??= setTimer(flush, maxSaveDelayMilliseconds);
  };

  const applyOutcome = (outcome: Outcome, attempt: NonNullable<Page['attempt']>): void => {
    const draft = readDraft(state().page);
    const isNewerInOtherTab =
      draft !== null && draft.text !== state().page.text && draft.typedAt >= state().page.typedAt;
    // Newer text from another tab takes precedence, and that tab saves it.
    const page = isNewerInOtherTab ? { ...state().page, text: draft.text, typedAt: draft.typedAt } : state().page;
    if (outcome.kind === 'unknown') {
      change(page, { kind: 'kept' });
      const delay = backoff(failures, 2_000, 60_000);
      failures += 1;
      const retryAfter = (outcome.retryAfterSeconds ?? 0) * 1_000;
      if (!isDisposed) cancelSave = setTimer(flush, Math.max(delay, retryAfter));
      return;
    }
    failures = 0;
    // A page that was removed from the device, for example by a sign-out, is not stored again.
    const canStore = draft !== null;
    if (outcome.kind !== 'saved') {
      const answeredPage = { ...page, attempt: null };
      if (canStore) storeDraft(answeredPage);
      change(answeredPage, outcome);
      return;
    }
    const { id, revision } = outcome.entry;
    const saved = { ...page, entryId: id, revision, saved: attempt.text, attempt: null };
    if (canStore) {
      // First stores it under the old key, so that other tabs with this page receive the new id.
      storeDraft(saved, page);
      if (page.entryId === null) discardDraft(page);
      if (isUnsaved(saved)) storeDraft(saved);
      else discardDraft(saved);
    }
    change(saved, { kind: isUnsaved(saved) ? 'waiting' : 'saved' });
    onSaved(outcome.entry);
    if (!isUnsaved(saved) || isNewerInOtherTab) return;
    if (isDisposed) flush();
    else schedule();
  };

  /** Saves unsaved text. Safe to call at any time. */
  function flush({ isLeaving = false } = {}): void {
    const { page, status } = state();
    const canSend = status.kind === 'waiting' || status.kind === 'kept';
    const draft = readDraft(page);
    if (!canSend || !isUnsaved(page) || (page.attempt === null && !canSubmit(page)) || draft === null) return;
    cancelTimers();
    // Another tab may already be saving the new page. A second idempotency key would create a second entry.
    const otherTabsAttempt = page.entryId === null ? draft.attempt : null;
    const attempt = page.attempt ?? otherTabsAttempt ?? { text: page.text, idempotencyKey: randomId() };
    const pageToSend = { ...page, attempt };
    storeDraft(pageToSend);
    change(pageToSend, { kind: 'saving' });
    void send(pageToSend, attempt, { isLeaving }).then((outcome) => applyOutcome(outcome, attempt));
  }

  return {
    store,
    state,
    type: (text: string): void => {
      const { status } = state();
      const page = { ...state().page, text, typedAt: Date.now() };
      const isIdle = status.kind === 'saved' || status.kind === 'waiting' || status.kind === 'refused';
      storeDraft(page);
      if (!isUnsaved(page)) discardDraft(page);
      change(page, isIdle ? { kind: isUnsaved(page) ? 'waiting' : 'saved' } : status);
      if (state().status.kind === 'saved') cancelTimers();
      // The other states need no new timer: a retry is already scheduled, or the save in flight schedules the next one.
      if (state().status.kind === 'waiting' && canSubmit(page)) schedule();
    },
    flush,
    /**
     * Applies the state from another tab that has edited or saved the page. Newer text of this tab stays, and this tab
     * saves it.
     */
    syncFrom: (otherPage: Page): void => {
      const { page: ownPage, status } = state();
      if (status.kind === 'saving') return;
      cancelTimers();
      const isOwnTextNewer = ownPage.typedAt > otherPage.typedAt;
      const page = isOwnTextNewer ? { ...otherPage, text: ownPage.text, typedAt: ownPage.typedAt } : otherPage;
      change(page, { kind: isUnsaved(page) ? 'waiting' : 'saved' });
      if (!isOwnTextNewer || !isUnsaved(page)) return;
      storeDraft(page);
      schedule();
    },
    /** Replaces the page by another device's version of the entry. */
    replaceWith: (entry: JournalEntry): void => {
      cancelTimers();
      const { revision, content } = entry;
      const page = { ...state().page, revision, saved: content, text: content, typedAt: Date.now(), attempt: null };
      storeDraft(page);
      discardDraft(page);
      change(page, { kind: 'saved' });
    },
    /** Overwrites another device's version, or recreates the entry if it was deleted. */
    overwrite: (): void => {
      const isGone = state().status.kind === 'gone';
      const page = { ...state().page, revision: null, saved: '', ...(isGone && { entryId: null }) };
      if (isGone) discardDraft(state().page);
      storeDraft(page);
      change(page, { kind: 'waiting' });
      flush();
    },
    discardDraft: (): void => {
      cancelTimers();
      discardDraft(state().page);
    },
    /** Closes the page after a last attempt to save it. The draft stays if that fails. */
    dispose: (): void => {
      isDisposed = true;
      flush();
      cancelTimers();
    },
  };
};
