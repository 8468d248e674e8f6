import type { EditedName, TextName } from '@commons/contract/texts';
import { textsCalls } from '@commons/contract/texts/calls';
import type { CrisisChange, EditedCrisisLines, EditedText } from '@commons/contract/texts/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../../../lib/api-client.ts';
import { explainFailure, showFailure } from '../../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../../lib/pages.ts';
import { staleOnVisit } from '../../../lib/query-client.ts';
import { showToast } from '../../../lib/toast-store.ts';

export const textsQuery = queryOptions({
  queryKey: ['admin', 'texts'],
  queryFn: ({ signal }) => call(textsCalls.listTexts, undefined, { signal }),
  ...staleOnVisit,
});

export const textQuery = (name: TextName) =>
  queryOptions({
    queryKey: ['admin', 'text', name],
    queryFn: ({ signal }) => call(textsCalls.getEditedText, { params: { name } }, { signal }),
    ...staleOnVisit,
  });

export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'text-preview', content],
    queryFn: ({ signal }) => call(textsCalls.previewText, { body: { content } }, { signal }),
    gcTime: 0,
  });

export const textVersionsQuery = (name: EditedName) =>
  pagedQuery({
    queryKey: ['admin', 'text-versions', name],
    read: ({ cursor, signal }) =>
      callPage(
        textsCalls.listTextVersions,
        { params: { name }, query: { limit: 20, ...cursorOf(cursor) } },
        { signal },
      ),
    ...staleOnVisit,
  });

/** A published version never changes. */
export const textVersionQuery = (name: EditedName, revision: number) =>
  queryOptions({
    queryKey: ['admin', 'text-version', name, revision],
    queryFn: ({ signal }) =>
      call(textsCalls.getTextVersion, { params: { name, revision: String(revision) } }, { signal }),
    staleTime: Infinity,
  });

export const crisisLinesQuery = queryOptions({
  queryKey: ['admin', 'crisis-lines'],
  queryFn: ({ signal }) => call(textsCalls.getEditedCrisisLines, undefined, { signal }),
  ...staleOnVisit,
});

/** Returns a function that stores a published text in the cache and marks its lists as stale. */
function useStoreText() {
  const client = useQueryClient();
  return (text: EditedText) => {
    client.setQueryData(textQuery(text.name).queryKey, text);
    void client.invalidateQueries({ queryKey: textVersionsQuery(text.name).queryKey });
    void client.invalidateQueries({ queryKey: textsQuery.queryKey });
  };
}

/** Publishes a text, for a form that shows the failure. Null restores the shipped text. */
export function usePublishText(name: TextName) {
  const storeText = useStoreText();
  const client = useQueryClient();
  return useMutation({
    meta: { changes: ['admin'] },
    mutationFn: (body: { revision: number | null; content: string | null; asksMembers: boolean }) =>
      call(textsCalls.publishText, { params: { name }, body }),
    onSuccess: (text) => {
      storeText(text);
      showToast({ title: text.isShipped ? 'The shipped text is in use again' : 'Published' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: textQuery(name).queryKey });
    },
  });
}

/** Publishes the lines at once. If another admin was faster, the latest lines are shown. */
export function usePublishCrisisLines() {
  const client = useQueryClient();
  return useMutation({
    meta: { changes: ['admin'] },
    mutationFn: (body: { revision: number | null; countries: CrisisChange[] | null }) =>
      call(textsCalls.publishCrisisLines, { body }),
    onSuccess: (lines: EditedCrisisLines) => {
      client.setQueryData(crisisLinesQuery.queryKey, lines);
      void client.invalidateQueries({ queryKey: textVersionsQuery('crisis-lines').queryKey });
      void client.invalidateQueries({ queryKey: textsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['crisis-lines'] });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: crisisLinesQuery.queryKey });
      showFailure(error, explainFailure(error) ?? 'The crisis lines could not be saved. Please try again.');
    },
  });
}
