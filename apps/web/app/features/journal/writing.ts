import { type JournalEntry, journalLimits } from '@commons/contract/journal';
import { isBlank, isWithin } from '@commons/contract/text';
import { randomId } from '../../lib/random-id.ts';

/** A page in the editor. It is stored on the device until the server has all of it. */
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
  /** Time of the last edit in milliseconds since 1970. Between two tabs, the later edit wins. */
  typedAt: number;
  /**
   * A save without a response. It may have arrived, so the same text is sent again before newer text. So a lost
   * response can neither create a duplicate entry nor a conflict with the member's own change.
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
  /** False if storage is full or disabled: closing the page would then lose the text. */
  isOnDevice: boolean;
};

type WritingOptions = {
  page: Page;
  /** Stores the page, under the key of `underNameOf` if given. Returns whether that worked. */
  keep: (page: Page, underNameOf?: Page) => boolean;
  discardDraft: (page: Page) => void;
  /**
   * Reads the stored page, which another tab may have changed. Null after a sign-out: the page must then be neither
   * sent nor stored again.
   */
  readKept: (page: Page) => Page | null;
  send: (page: Page, attempt: NonNullable<Page['attempt']>, options: { isLeaving: boolean }) => Promise<Outcome>;
  onSaved: (entry: JournalEntry) => void;
  /** Schedules a call. Returns a function that cancels it. */
  later: (run: () => void, milliseconds: number) => () => void;
};

/** Saves after this pause in typing, and at the latest after this interval. */
const pauseMilliseconds = 1_500;
const longestMilliseconds = 10_000;
const firstRetryMilliseconds = 2_000;
const maxRetryMilliseconds = 60_000;

const isUnsaved = ({ text, saved, attempt }: Page): boolean => text !== saved || attempt !== null;
/** An empty page is not stored, because it would hide the saved entry. */
export const isEmptied = ({ text, attempt }: Page): boolean => isBlank(text) && attempt === null;
const isSendable = ({ text }: Page): boolean => !isBlank(text) && isWithin(text, journalLimits.entryCharacters);

export type Writing = ReturnType<typeof createWriting>;

/** Creates the state of a page that saves itself. The device stores the text until the server has it. */
export const createWriting = ({
  page: first,
  discardDraft,
  readKept,
  send,
  onSaved,
  later,
  ...options
}: WritingOptions) => {
  let state: WritingState = {
    page: first,
    status: { kind: isUnsaved(first) ? 'waiting' : 'saved' },
    isOnDevice: true,
  };
  const listeners = new Set<() => void>();
  let failures = 0;
  let isDisposed = false;
  let cancelPause: (() => void) | null = null;
  let cancelLongest: (() => void) | null = null;

  const keep = (page: Page, underNameOf?: Page): void => {
    state = { ...state, isOnDevice: options.keep(page, underNameOf) };
    // After storing, so that other tabs receive the empty text first.
    if (isEmptied(page)) discardDraft(underNameOf ?? page);
  };
  const change = (page: Page, status: Status): void => {
    state = { ...state, page, status };
    for (const listener of listeners) listener();
  };
  const cancelTimers = (): void => {
    cancelPause?.();
    cancelLongest?.();
    cancelLongest = null;
  };
  const schedule = (): void => {
    cancelPause?.();
    cancelPause = later(flush, pauseMilliseconds);
    cancelLongest ??= later(flush, longestMilliseconds);
  };

  const settle = (outcome: Outcome, attempt: NonNullable<Page['attempt']>): void => {
    const kept = readKept(state.page);
    const isNewerElsewhere = kept !== null && kept.text !== state.page.text && kept.typedAt >= state.page.typedAt;
    // Newer text from another tab wins, and that tab saves it.
    const page = isNewerElsewhere ? { ...state.page, text: kept.text, typedAt: kept.typedAt } : state.page;
    if (outcome.kind === 'unknown') {
      change(page, { kind: 'kept' });
      const backoff = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** failures);
      failures += 1;
      const wanted = (outcome.retryAfterSeconds ?? 0) * 1_000;
      if (!isDisposed) cancelPause = later(flush, Math.max(backoff, wanted));
      return;
    }
    failures = 0;
    // A page that was removed from the device, for example by a sign-out, is not stored again.
    const canStore = kept !== null;
    if (outcome.kind !== 'saved') {
      const answered = { ...page, attempt: null };
      if (canStore) keep(answered);
      change(answered, outcome);
      return;
    }
    const { id, revision } = outcome.entry;
    const saved = { ...page, entryId: id, revision, saved: attempt.text, attempt: null };
    if (canStore) {
      // Stores it under the old key first, so that other tabs with this page learn its new id.
      keep(saved, page);
      if (page.entryId === null) discardDraft(page);
      if (isUnsaved(saved)) keep(saved);
      else discardDraft(saved);
    }
    change(saved, { kind: isUnsaved(saved) ? 'waiting' : 'saved' });
    onSaved(outcome.entry);
    if (!isUnsaved(saved) || isNewerElsewhere) return;
    if (isDisposed) flush();
    else schedule();
  };

  /** Saves unsaved text. Safe to call at any time. */
  function flush({ isLeaving = false } = {}): void {
    const { page, status } = state;
    const canSend = status.kind === 'waiting' || status.kind === 'kept';
    const kept = readKept(page);
    if (!canSend || !isUnsaved(page) || (page.attempt === null && !isSendable(page)) || kept === null) return;
    cancelTimers();
    // Another tab may already be saving the new page, and two attempts would create two entries.
    const elsewhere = page.entryId === null ? kept.attempt : null;
    const attempt = page.attempt ?? elsewhere ?? { text: page.text, idempotencyKey: randomId() };
    const sending = { ...page, attempt };
    keep(sending);
    change(sending, { kind: 'saving' });
    void send(sending, attempt, { isLeaving }).then((outcome) => settle(outcome, attempt));
  }

  return {
    state: (): WritingState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type: (text: string): void => {
      const { status } = state;
      const page = { ...state.page, text, typedAt: Date.now() };
      const isAnswered = status.kind === 'saved' || status.kind === 'waiting' || status.kind === 'refused';
      keep(page);
      if (!isUnsaved(page)) discardDraft(page);
      change(page, isAnswered ? { kind: isUnsaved(page) ? 'waiting' : 'saved' } : status);
      if (state.status.kind === 'saved') cancelTimers();
      // A stored page retries by itself, and a save in flight is followed by the next one.
      if (state.status.kind === 'waiting' && isSendable(page)) schedule();
    },
    flush,
    /**
     * Applies the state from another tab that has edited or saved the page. Newer text from this tab stays, and is
     * saved here.
     */
    syncFrom: (there: Page): void => {
      const { page: here, status } = state;
      if (status.kind === 'saving') return;
      cancelTimers();
      const isNewerHere = here.typedAt > there.typedAt;
      const page = isNewerHere ? { ...there, text: here.text, typedAt: here.typedAt } : there;
      change(page, { kind: isUnsaved(page) ? 'waiting' : 'saved' });
      if (!isNewerHere || !isUnsaved(page)) return;
      keep(page);
      schedule();
    },
    /** Replaces the page by another device's version of the entry. */
    replaceWith: (entry: JournalEntry): void => {
      cancelTimers();
      const { revision, content } = entry;
      const page = { ...state.page, revision, saved: content, text: content, typedAt: Date.now(), attempt: null };
      keep(page);
      discardDraft(page);
      change(page, { kind: 'saved' });
    },
    /** Overwrites another device's version, or recreates the entry if it was deleted. */
    overwrite: (): void => {
      const isGone = state.status.kind === 'gone';
      const page = { ...state.page, revision: null, saved: '', ...(isGone && { entryId: null }) };
      if (isGone) discardDraft(state.page);
      keep(page);
      change(page, { kind: 'waiting' });
      flush();
    },
    discardDraft: (): void => {
      cancelTimers();
      discardDraft(state.page);
    },
    /** Leaves the page: tries a last save, and keeps the draft if that fails. */
    dispose: (): void => {
      isDisposed = true;
      flush();
      cancelTimers();
    },
  };
};
