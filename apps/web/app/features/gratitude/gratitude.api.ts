import { gratitudeCalls } from '@commons/contract/gratitude/calls';
import type { Note, NoteInput } from '@commons/contract/gratitude/schemas';
import { call, callPage } from '../../lib/api-client.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast } from '../contributions/index.ts';

export const noteLists = listCache<Note, 'wall'>({
  name: 'gratitude',
  readPage: (_all, query, options) => callPage(gratitudeCalls.listNotes, { query }, options),
  readItem: (id, options) => call(gratitudeCalls.getNote, { params: { id } }, options),
  // No live frame reports changes of authors' profiles, so each visit refetches and shows cached notes until then.
  ...staleOnVisit,
});

export const noteActions = itemMutations({
  lists: noteLists,
  changes: ['gratitude'],
  create: (body: NoteInput, idempotencyKey) => call(gratitudeCalls.createNote, { body }, { idempotencyKey }),
  update: (id, body) => call(gratitudeCalls.updateNote, { params: { id }, body }),
  remove: (id) => call(gratitudeCalls.deleteNote, { params: { id } }),
  noun: 'Note',
  texts: {
    createFailed: 'Failed to post gratitude. Please try again.',
    updated: 'Note updated',
    updateFailed: 'Failed to update gratitude. Please try again.',
    deleted: 'Note deleted',
    deleteFailed: 'Failed to delete gratitude. Please try again.',
  },
  onCreated: (note) => showSharedToast(note, 'note', { title: 'Gratitude Posted! (+1 mindfulness point)' }),
});
