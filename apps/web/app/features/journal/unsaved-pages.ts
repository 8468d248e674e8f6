import { journalCalls, type JournalEntry } from '@commons/contract/journal';
import { isBlank } from '@commons/contract/text';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, isTemporaryError, isSignedOutError } from '../../lib/api-error.ts';
import { clearDraft, draftKey, draftKeysOf, keepDraft, readDraft, subscribeToDrafts } from '../../lib/drafts.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { showEntry } from './entries.api.ts';
import { createWriting, isEmptied, type Outcome, type Page, type Writing } from './writing.ts';

/** Journal drafts share the prefix of other drafts, so that sign-out warns about them and deletes them. */
const journal = 'journal:';
const keyOf = (memberId: string, name: string): string => draftKey(memberId, journal + name);

export const keyOfEntry = (memberId: string, entryId: string): string => keyOf(memberId, entryId);
export const keyOfPrompt = (memberId: string, promptId: string): string => keyOf(memberId, `new:${promptId}`);

export const keyOfPage = (memberId: string, { entryId, promptId }: Page): string =>
  entryId === null ? keyOfPrompt(memberId, promptId) : keyOfEntry(memberId, entryId);

/** Parses a stored page, also one from a `storage` event. */
export const parsePage = (stored: string | null): Page | null => {
  try {
    return JSON.parse(stored ?? 'null') as Page | null;
  } catch {
    return null;
  }
};

/** Returns the stored page. Earlier versions also stored empty pages, which are ignored. */
export const readPage = (key: string): Page | null => {
  const page = parsePage(readDraft(key));
  return page !== null && isEmptied(page) ? null : page;
};

const pagesIn = (texts: readonly (string | null)[]): Page[] =>
  texts
    .map(parsePage)
    .filter((page) => page !== null)
    .filter(({ text }) => !isBlank(text));

const readTexts = (memberId: string) => draftKeysOf(memberId, journal).map(readDraft);

/** Pages on this device that are not known to be saved. Updated after responses and changes in other tabs. */
export const useUnsavedPages = (memberId: string): Page[] => {
  const texts = useSyncExternalStore(
    subscribeToDrafts,
    () => JSON.stringify(readTexts(memberId)),
    () => '[]',
  );
  return pagesIn(JSON.parse(texts) as (string | null)[]);
};

/**
 * Saves the stored pages as soon as the server can be reached. Ignores pages stored later: they are open in an editor,
 * which saves them.
 */
export const useSaveStoredPages = (memberId: string): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const writings = pagesIn(readTexts(memberId)).map((page) => openWriting(queryClient, memberId, page));
    const flush = () => {
      for (const writing of writings) writing.flush();
    };
    window.addEventListener('online', flush);
    flush();
    return () => {
      window.removeEventListener('online', flush);
      for (const writing of writings) writing.dispose();
    };
  }, [queryClient, memberId]);
};

const outcomeOf = (error: unknown): Outcome => {
  if (isSignedOutError(error)) leaveForSignIn();
  else if (error instanceof ApiError && !isTemporaryError(error)) {
    if (error.code === 'journal.changed_elsewhere') return { kind: 'changed' };
    if (error.code === 'journal.entry_not_found') return { kind: 'gone' };
    return { kind: 'refused', reason: error.problem?.errors?.[0]?.message ?? error.problem?.detail ?? error.message };
  }
  return { kind: 'unknown', retryAfterSeconds: error instanceof ApiError ? error.retryAfterSeconds : null };
};

const save = (
  { entryId, promptId, revision }: Page,
  { text, idempotencyKey }: NonNullable<Page['attempt']>,
  keepalive: boolean,
): Promise<JournalEntry> => {
  if (entryId === null)
    return call(journalCalls.createJournalEntry, { body: { promptId, content: text } }, { idempotencyKey, keepalive });
  const body = { content: text, ...(revision !== null && { revision }) };
  return call(journalCalls.updateJournalEntry, { params: { id: entryId }, body }, { keepalive });
};

/** Continues with a stored page. */
export const openWriting = (queryClient: QueryClient, memberId: string, page: Page): Writing =>
  createWriting({
    page,
    keep: (kept, underNameOf = kept) => keepDraft(keyOfPage(memberId, underNameOf), JSON.stringify(kept)),
    discardDraft: (kept) => clearDraft(keyOfPage(memberId, kept)),
    readKept: (kept) => readPage(keyOfPage(memberId, kept)),
    send: (sent, attempt, { isLeaving }) =>
      save(sent, attempt, isLeaving).then((entry): Outcome => ({ kind: 'saved', entry }), outcomeOf),
    onSaved: (entry) => showEntry(queryClient, entry),
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
