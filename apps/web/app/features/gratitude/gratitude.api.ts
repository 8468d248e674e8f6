import { gratitudeCalls, type Note, noteLimits } from '@commons/contract/gratitude';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import type { SentDraft } from '../../lib/drafts.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast-store.ts';
import { showSharedToast } from '../contributions/index.ts';
import { addOwnNote, noteKeys, removeNotes, replaceNote } from './gratitude.cache.ts';
import { createPosition } from './placement.ts';

export const readNotes = (cursor: string | null = null, signal?: AbortSignal): Promise<Page<Note>> =>
  callPage(gratitudeCalls.listNotes, { query: cursorOf(cursor) }, signal && { signal });

export const wallQuery = pagedQuery({
  queryKey: noteKeys.wall,
  read: ({ cursor, signal }) => readNotes(cursor, signal),
  // No live frame reports changes of authors' profiles, so each visit refetches and shows cached notes until then.
  ...staleOnVisit,
  gcTime: 60 * 60 * 1000,
});

/** Refetches a note. Null if it no longer exists. */
export const readNote = async (noteId: string): Promise<Note | null> => {
  try {
    return await call(gratitudeCalls.getNote, { params: { id: noteId } });
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
};

export const createNoteMutation = mutationOptions({
  meta: { changes: ['gratitude'] },
  mutationKey: noteKeys.creating,
  mutationFn: ({ content, idempotencyKey }: SentDraft) =>
    call(
      gratitudeCalls.createNote,
      { body: { content, ...createPosition(idempotencyKey, noteLimits) } },
      { idempotencyKey },
    ),
  onSuccess: (note, _sent, _context, { client }) => {
    addOwnNote(client, note);
    showSharedToast(note, 'note', { title: 'Gratitude Posted! (+1 mindfulness point)' });
  },
  onError: (error) => showFailure(error, 'Failed to post gratitude. Please try again.'),
});

/** Updates the text of a note and keeps its position. */
export const useUpdateNote = () => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['gratitude'] },
    mutationFn: ({ id, content, positionX, positionY, rotation }: Note) =>
      call(gratitudeCalls.updateNote, { params: { id }, body: { content, positionX, positionY, rotation } }),
    onSuccess: (note) => {
      replaceNote(queryClient, note);
      showToast({ title: 'Note updated' });
    },
    onError: (error, { id }) => {
      showFailure(error, 'Failed to update gratitude. Please try again.');
      if (isNotFoundError(error)) removeNotes(queryClient, (note) => note.id === id);
    },
  });
};

/** Deletes a note. Succeeds if the note has already been deleted. */
export const useDeleteNote = (noteId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['gratitude'] },
    mutationFn: async () => {
      try {
        await call(gratitudeCalls.deleteNote, { params: { id: noteId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      removeNotes(queryClient, ({ id }) => id === noteId);
      showToast({ title: 'Note deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete gratitude. Please try again.'),
  });
};
