import { type Win, winCalls, type WinCategory, type WinInput } from '@commons/contract/wins';
import { mutationOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { useDelete, useUpdate } from '../../lib/item-mutations.ts';
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

export const createWinMutation = mutationOptions({
  meta: { changes: ['wins'] },
  mutationKey: winLists.keys.creating,
  mutationFn: ({ win, idempotencyKey }: { win: WinInput; idempotencyKey: string }) =>
    call(winCalls.createWin, { body: win }, { idempotencyKey }),
  onSuccess: (win, _sent, _before, { client }) => {
    winLists.add(client, win);
    showSharedToast(win, 'win', { title: 'Wellness Win Shared! (+1 mindfulness point)' });
  },
  onError: (error) => showFailure(error, 'Failed to share wellness win. Please try again.'),
});

export const useUpdateWin = (id: string) =>
  useUpdate({
    changes: ['wins'],
    send: (win: WinInput) => call(winCalls.updateWin, { params: { id }, body: win }),
    onUpdated: winLists.replace,
    onMissing: (queryClient) => winLists.remove(queryClient, id),
    title: 'Win updated',
    failedText: 'Failed to update wellness win. Please try again.',
  });

export const useDeleteWin = (id: string) =>
  useDelete({
    changes: ['wins'],
    send: () => call(winCalls.deleteWin, { params: { id } }),
    onDeleted: (queryClient) => winLists.remove(queryClient, id),
    title: 'Win deleted',
    failedText: 'Failed to delete wellness win. Please try again.',
  });
