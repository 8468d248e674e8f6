import { gratitudeCalls, type Note, noteLimits } from '@commons/contract/gratitude';
import { mutationOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import type { SentDraft } from '../../lib/drafts.ts';
import { useDelete, useUpdate } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast } from '../contributions/index.ts';
import { createPosition } from './placement.ts';

export const noteLists = listCache<Note, 'wall'>({
  name: 'gratitude',
  readPage: (_all, query, options) => callPage(gratitudeCalls.listNotes, { query }, options),
  readItem: (id, options) => call(gratitudeCalls.getNote, { params: { id } }, options),
  // No live frame reports changes of authors' profiles, so each visit refetches and shows cached notes until then.
  ...staleOnVisit,
});

export const createNoteMutation = mutationOptions({
  meta: { changes: ['gratitude'] },
  mutationKey: noteLists.keys.creating,
  mutationFn: ({ content, idempotencyKey }: SentDraft) =>
    call(
      gratitudeCalls.createNote,
      { body: { content, ...createPosition(idempotencyKey, noteLimits) } },
      { idempotencyKey },
    ),
  onSuccess: (note, _sent, _context, { client }) => {
    noteLists.add(client, note);
    showSharedToast(note, 'note', { title: 'Gratitude Posted! (+1 mindfulness point)' });
  },
  onError: (error) => showFailure(error, 'Failed to post gratitude. Please try again.'),
});

/** Updates the text of a note and keeps its position. */
export const useUpdateNote = (id: string) =>
  useUpdate({
    changes: ['gratitude'],
    send: ({ content, positionX, positionY, rotation }: Note) =>
      call(gratitudeCalls.updateNote, { params: { id }, body: { content, positionX, positionY, rotation } }),
    onUpdated: noteLists.replace,
    onMissing: (queryClient) => noteLists.remove(queryClient, id),
    title: 'Note updated',
    failedText: 'Failed to update gratitude. Please try again.',
  });

export const useDeleteNote = (id: string) =>
  useDelete({
    changes: ['gratitude'],
    send: () => call(gratitudeCalls.deleteNote, { params: { id } }),
    onDeleted: (queryClient) => noteLists.remove(queryClient, id),
    title: 'Note deleted',
    failedText: 'Failed to delete gratitude. Please try again.',
  });
