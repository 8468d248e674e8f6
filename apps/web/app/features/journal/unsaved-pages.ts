import { journalCalls } from '@commons/contract/journal/calls';
import type { JournalEntry } from '@commons/contract/journal/schemas';
import { isBlank } from '@commons/contract/text';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, isTemporaryError, isSignedOutError } from '../../lib/api-error.ts';
import { clearDraft, draftKey, draftKeysOf, storeDraft, readDraft, subscribeToDrafts } from '../../lib/drafts.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { parseStored } from '../../lib/storage.ts';
import { showEntry } from './entries.api.ts';
import { createWriting, type Outcome, type Page, type Writing } from './writing.ts';

/** Journal drafts share the prefix of other drafts, so that sign-out warns about them and deletes them. */
const journalPrefix = 'journal:';
const journalDraftKey = (memberId: string, name: string): string => draftKey(memberId, journalPrefix + name);

export const entryDraftKey = (memberId: string, entryId: string): string => journalDraftKey(memberId, entryId);
export const promptDraftKey = (memberId: string, promptId: string): string =>
  journalDraftKey(memberId, `new:${promptId}`);

export const pageDraftKey = (memberId: string, { entryId, promptId }: Page): string =>
  entryId === null ? promptDraftKey(memberId, promptId) : entryDraftKey(memberId, entryId);

/** Parses a stored page or the value of a `storage` event. */
export const parsePage = (stored: string | null): Page | null => parseStored(stored) as Page | null;

export const readPage = (key: string): Page | null => parsePage(readDraft(key));

const parsePages = (texts: readonly (string | null)[]): Page[] =>
  texts
    .map(parsePage)
    .filter((page) => page !== null)
    .filter(({ text }) => !isBlank(text));

const readTexts = (memberId: string) => draftKeysOf(memberId, journalPrefix).map(readDraft);

/** Returns the pages on this device that the server may not have saved. Updates after responses and in other tabs. */
export const useUnsavedPages = (memberId: string): Page[] => {
  const texts = useSyncExternalStore(
    subscribeToDrafts,
    () => JSON.stringify(readTexts(memberId)),
    () => '[]',
  );
  return parsePages(JSON.parse(texts) as (string | null)[]);
};

/**
 * Saves the stored pages as soon as the server is reachable. Ignores pages that are stored later, because an open
 * editor saves them.
 */
export const useSaveStoredPages = (memberId: string): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const writings = parsePages(readTexts(memberId)).map((page) => openWriting(queryClient, memberId, page));
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

const outcomeOfError = (error: unknown): Outcome => {
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

/** Opens a page that is saved automatically to the server and stored as a draft on this device. */
export const openWriting = (queryClient: QueryClient, memberId: string, page: Page): Writing =>
  createWriting({
    page,
    storeDraft: (storedPage, keyPage = storedPage) =>
      storeDraft(pageDraftKey(memberId, keyPage), JSON.stringify(storedPage)),
    discardDraft: (keyPage) => clearDraft(pageDraftKey(memberId, keyPage)),
    readDraft: (keyPage) => readPage(pageDraftKey(memberId, keyPage)),
    send: (sentPage, attempt, { isLeaving }) =>
      save(sentPage, attempt, isLeaving).then((entry): Outcome => ({ kind: 'saved', entry }), outcomeOfError),
    onSaved: (entry) => showEntry(queryClient, entry),
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
