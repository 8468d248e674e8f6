import type { WinCategory } from '@commons/contract/wins';
import { winCalls } from '@commons/contract/wins/calls';
import type { Win, WinInput } from '@commons/contract/wins/schemas';
import { call, callPage } from '../../lib/api-client.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast, withNewerState } from '../contributions/index.ts';

/** All wins, or those of a category. */
export type WinFilter = WinCategory | 'all';

export const winLists = listCache<Win, WinFilter, Pick<Win, 'id' | 'authorId' | 'category'>>({
  name: 'wins',
  readPage: (filter, query, options) =>
    callPage(winCalls.listWins, { query: { ...query, ...(filter !== 'all' && { category: filter }) } }, options),
  readItem: (id, options) => call(winCalls.getWin, { params: { id } }, options),
  merge: withNewerState,
  belongsTo: ({ category }, filter) => filter === 'all' || category === filter,
  ...staleOnVisit,
});

export const winActions = itemMutations({
  lists: winLists,
  changes: ['wins'],
  create: (body: WinInput, idempotencyKey) => call(winCalls.createWin, { body }, { idempotencyKey }),
  update: (id, body) => call(winCalls.updateWin, { params: { id }, body }),
  remove: (id) => call(winCalls.deleteWin, { params: { id } }),
  noun: 'Win',
  texts: {
    createFailed: 'Failed to share wellness win. Please try again.',
    updated: 'Win updated',
    updateFailed: 'Failed to update wellness win. Please try again.',
    deleted: 'Win deleted',
    deleteFailed: 'Failed to delete wellness win. Please try again.',
  },
  onCreated: (win) => showSharedToast(win, 'win', { title: 'Wellness Win Shared! (+1 mindfulness point)' }),
});
