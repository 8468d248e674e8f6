import { type Win, winCalls, type WinCategory, type WinInput } from '@commons/contract/wins';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf } from '../../lib/pages.ts';
import { showToast } from '../../lib/toast-store.ts';
import { contributionLists, showSharedToast, useToggleLike } from '../contributions/index.ts';

/** All wins, or those of a category. */
export type WinFilter = WinCategory | 'all';

export const winLists = contributionLists<Win, Pick<Win, 'id' | 'authorId' | 'category'>, WinFilter>({
  name: 'wins',
  belongsTo: ({ category }, filter) => filter === 'all' || category === filter,
  readPage: (filter, { cursor, signal }) => {
    const query = { ...(filter !== 'all' && { category: filter }), ...cursorOf(cursor) };
    return callPage(winCalls.listWins, { query }, signal && { signal });
  },
  readItem: (id) => call(winCalls.getWin, { params: { id } }),
});

const pointText = '+1 mindfulness point';

export const createWinMutation = mutationOptions({
  meta: { changes: ['wins'] },
  mutationKey: winLists.keys.creating,
  mutationFn: ({ win, idempotencyKey }: { win: WinInput; idempotencyKey: string }) =>
    call(winCalls.createWin, { body: win }, { idempotencyKey }),
  onSuccess: (win, _sent, _before, { client }) => {
    winLists.addOwn(client, win);
    showSharedToast(win, 'win', { title: `Wellness Win Shared! (${pointText})` });
  },
  onError: (error) => showFailure(error, 'Failed to share wellness win. Please try again.'),
});

export const useUpdateWin = () => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['wins'] },
    mutationFn: ({ id, win }: { id: string; win: WinInput }) => call(winCalls.updateWin, { params: { id }, body: win }),
    onSuccess: (win) => {
      winLists.replace(queryClient, win);
      showToast({ title: 'Win updated' });
    },
    onError: (error, { id }) => {
      showFailure(error, 'Failed to update wellness win. Please try again.');
      if (isNotFoundError(error)) winLists.remove(queryClient, (win) => win.id === id);
    },
  });
};

/** Deletes a win. A win that is already gone counts as deleted. */
export const useDeleteWin = (winId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['wins'] },
    mutationFn: async () => {
      try {
        await call(winCalls.deleteWin, { params: { id: winId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      winLists.remove(queryClient, ({ id }) => id === winId);
      showToast({ title: 'Win deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete wellness win. Please try again.'),
  });
};

export const useToggleCheer = (win: Win): (() => void) => {
  const queryClient = useQueryClient();
  return useToggleLike({
    ...win,
    toggle: () => call(winCalls.toggleCheer, { params: { id: win.id } }),
    show: winLists.applyViewerLike(queryClient, win.id),
    failedText: 'Failed to update cheer',
  });
};
