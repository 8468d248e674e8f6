import { type JournalEntry, journalLimits } from '@commons/contract/journal';
import { isBlank, isWithin } from '@commons/contract/text';
import { randomId } from '../../lib/random-id.ts';

/** A page that somebody writes, as it is kept on the device until the server has all of it. */
export type Page = {
  promptId: string;
  prompt: string;
  /** Null until it was saved for the first time. */
  entryId: string | null;
  /** What the next change is based on; null to save over whatever is there. */
  revision: number | null;
  /** What the server is known to have. */
  saved: string;
  text: string;
  /** When the last word was changed, in milliseconds since 1970: of two tabs, the later one's words stand. */
  typedAt: number;
  /**
   * What was sent and not answered. It may have arrived: it is sent again in the very same words before newer ones are,
   * so that no answer lost on its way makes two entries of one, or a stranger of one's own change.
   */
  attempt: { text: string; idempotencyKey: string } | null;
};

export type Outcome =
  | { kind: 'saved'; entry: JournalEntry }
  /** Somebody, probably the writer, changed or deleted it in another place. */
  | { kind: 'changed' | 'gone' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; retryAfterSeconds: number | null };

type Status =
  | { kind: 'saved' | 'waiting' | 'saving' | 'kept' | 'changed' | 'gone' }
  | { kind: 'refused'; reason: string };

export type WritingState = {
  page: Page;
  status: Status;
  /** False where the device has no room for the words, or may not keep any: closing the page would lose them. */
  isOnDevice: boolean;
};

type Parts = {
  page: Page;
  /** Keeps the page, under the name of the other one where one is given. Answers whether the device has it. */
  keep: (page: Page, underNameOf?: Page) => boolean;
  letGo: (page: Page) => void;
  /** As it is kept, perhaps by another tab. Null where it is not: what a sign-out took away is neither sent nor kept again. */
  readKept: (page: Page) => Page | null;
  send: (page: Page, attempt: NonNullable<Page['attempt']>, options: { isLeaving: boolean }) => Promise<Outcome>;
  onSaved: (entry: JournalEntry) => void;
  /** Runs something later, unless what it answers is called before. */
  later: (run: () => void, milliseconds: number) => () => void;
};

/** Saved when the writer pauses, and while they do not, so often. */
const pauseMilliseconds = 1_500;
const longestMilliseconds = 10_000;
const firstRetryMilliseconds = 2_000;
const maxRetryMilliseconds = 60_000;

const isUnsaved = ({ text, saved, attempt }: Page): boolean => text !== saved || attempt !== null;
/** Of no words there is nothing to keep: kept, they would hide from their writer what the journal has. */
export const isEmptied = ({ text, attempt }: Page): boolean => isBlank(text) && attempt === null;
const isSendable = ({ text }: Page): boolean => !isBlank(text) && isWithin(text, journalLimits.entryCharacters);

export type Writing = ReturnType<typeof createWriting>;

/** Saves by itself what somebody writes. Nothing is lost on the way: the device keeps it until the server has it. */
export const createWriting = ({ page: first, letGo, readKept, send, onSaved, later, ...parts }: Parts) => {
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
    state = { ...state, isOnDevice: parts.keep(page, underNameOf) };
    // Not before it was kept: so other tabs learn that it was emptied.
    if (isEmptied(page)) letGo(underNameOf ?? page);
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
    const isLaterElsewhere = kept !== null && kept.text !== state.page.text && kept.typedAt >= state.page.typedAt;
    // Words that came elsewhere meanwhile stay: whoever writes them there saves them.
    const page = isLaterElsewhere ? { ...state.page, text: kept.text, typedAt: kept.typedAt } : state.page;
    if (outcome.kind === 'unknown') {
      change(page, { kind: 'kept' });
      const backoff = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** failures);
      failures += 1;
      const wanted = (outcome.retryAfterSeconds ?? 0) * 1_000;
      if (!isDisposed) cancelPause = later(flush, Math.max(backoff, wanted));
      return;
    }
    failures = 0;
    // What was taken off the device meanwhile, as by a sign-out, does not come back to it.
    const mayKeep = kept !== null;
    if (outcome.kind !== 'saved') {
      const answered = { ...page, attempt: null };
      if (mayKeep) keep(answered);
      change(answered, outcome);
      return;
    }
    const { id, revision } = outcome.entry;
    const saved = { ...page, entryId: id, revision, saved: attempt.text, attempt: null };
    if (mayKeep) {
      // Under its old name first: another tab that shows the page learns so what it is called from now on.
      keep(saved, page);
      if (page.entryId === null) letGo(page);
      if (isUnsaved(saved)) keep(saved);
      else letGo(saved);
    }
    change(saved, { kind: isUnsaved(saved) ? 'waiting' : 'saved' });
    onSaved(outcome.entry);
    if (!isUnsaved(saved) || isLaterElsewhere) return;
    if (isDisposed) flush();
    else schedule();
  };

  /** Saves what is not saved; harmless at any time. */
  function flush({ isLeaving = false } = {}): void {
    const { page, status } = state;
    const mayGo = status.kind === 'waiting' || status.kind === 'kept';
    const kept = readKept(page);
    if (!mayGo || !isUnsaved(page) || (page.attempt === null && !isSendable(page)) || kept === null) return;
    cancelTimers();
    // Another tab may be saving the new page already: two attempts would make two entries.
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
      if (!isUnsaved(page)) letGo(page);
      change(page, isAnswered ? { kind: isUnsaved(page) ? 'waiting' : 'saved' } : status);
      if (state.status.kind === 'saved') cancelTimers();
      // What is kept is tried again by itself; what is on its way is followed by what came after.
      if (state.status.kind === 'waiting' && isSendable(page)) schedule();
    },
    flush,
    /**
     * Another tab of this device went on with the page, or saved it: it is here as it is there. Words that were written
     * here meanwhile stay, and are saved here.
     */
    follow: (there: Page): void => {
      const { page: here, status } = state;
      if (status.kind === 'saving') return;
      cancelTimers();
      const isLaterHere = here.typedAt > there.typedAt;
      const page = isLaterHere ? { ...there, text: here.text, typedAt: here.typedAt } : there;
      change(page, { kind: isUnsaved(page) ? 'waiting' : 'saved' });
      if (!isLaterHere || !isUnsaved(page)) return;
      keep(page);
      schedule();
    },
    /** The entry as another place left it. */
    take: (entry: JournalEntry): void => {
      cancelTimers();
      const { revision, content } = entry;
      const page = { ...state.page, revision, saved: content, text: content, typedAt: Date.now(), attempt: null };
      keep(page);
      letGo(page);
      change(page, { kind: 'saved' });
    },
    /** What stands here goes over what another place left, or becomes an entry again where it was deleted. */
    insist: (): void => {
      const isGone = state.status.kind === 'gone';
      const page = { ...state.page, revision: null, saved: '', ...(isGone && { entryId: null }) };
      if (isGone) letGo(state.page);
      keep(page);
      change(page, { kind: 'waiting' });
      flush();
    },
    letGo: (): void => {
      cancelTimers();
      letGo(state.page);
    },
    /** The page is left: what is not saved is saved once more, and kept where that fails. */
    dispose: (): void => {
      isDisposed = true;
      flush();
      cancelTimers();
    },
  };
};
