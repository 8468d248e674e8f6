import { type Win, winCalls, type WinInput } from '@commons/contract/wins';
import { mutationOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useToggleLike, withNewerState } from '../contributions/index.ts';
import {
  addOwnWin,
  type Arrived,
  changeArrived,
  changeWin,
  removeWins,
  replaceWin,
  type WinFilter,
  winKeys,
} from './wins.cache.ts';

/** One page of all wins, or of those of a category. */
export const readWins = async (
  filter: WinFilter,
  { cursor = null, signal }: { cursor?: string | null; signal?: AbortSignal } = {},
): Promise<Page<Win>> => {
  const query = { ...(filter !== 'all' && { category: filter }), ...cursorOf(cursor) };
  const page = await callPage(winCalls.listWins, { query }, signal && { signal });
  return { ...page, items: page.items.map(withNewerState) };
};

export const winsQuery = (filter: WinFilter) =>
  pagedQuery({
    queryKey: winKeys.list(filter),
    read: async ({ client, cursor, signal }) => {
      const page = await readWins(filter, { cursor, signal });
      const read = new Set(page.items.map(({ id }) => id));
      changeArrived(client, (wins) => wins.filter(({ id }) => !read.has(id)));
      return page;
    },
    // What others change about themselves is told by no frame: each visit reads it again, showing the last known first.
    ...staleOnVisit,
    gcTime: 60 * 60 * 1000,
  });

/** Newer wins of others that are not on the lists yet, because adding them would move what is being read. */
export const arrivedQuery = queryOptions({
  queryKey: winKeys.arrived,
  queryFn: (): Arrived[] => [],
  initialData: (): Arrived[] => [],
  gcTime: Infinity,
});

/** One win as it is now; null when it is not there any more. */
export const readWin = async (winId: string): Promise<Win | null> => {
  try {
    return withNewerState(await call(winCalls.getWin, { params: { id: winId } }));
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
};

const pointText = '+1 mindfulness point';

export const createWinMutation = mutationOptions({
  mutationKey: winKeys.creating,
  mutationFn: ({ win, idempotencyKey }: { win: WinInput; idempotencyKey: string }) =>
    call(winCalls.createWin, { body: win }, { idempotencyKey }),
  onSuccess: (win, _sent, _before, { client }) => {
    addOwnWin(client, win);
    showToast(
      win.isAwaitingReview
        ? { title: 'Your win awaits review', description: 'A moderator will look at it before others can see it.' }
        : { title: `Wellness Win Shared! (${pointText})` },
    );
  },
  onError: (error) => showFailure(error, 'Failed to share wellness win. Please try again.'),
});

export const useUpdateWin = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, win }: { id: string; win: WinInput }) => call(winCalls.updateWin, { params: { id }, body: win }),
    onSuccess: (win) => {
      replaceWin(queryClient, win);
      showToast({ title: 'Win updated' });
    },
    onError: (error) => showFailure(error, 'Failed to update wellness win. Please try again.'),
  });
};

/** Deletes a win. One that is already gone counts as deleted. */
export const useDeleteWin = (winId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(winCalls.deleteWin, { params: { id: winId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removeWins(queryClient, ({ id }) => id === winId);
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
    // As with likes of posts: once frames brought a newer count than the press saw, they have the say.
    show: ({ isLiked, likesCount }) =>
      changeWin(queryClient, win.id, (shown) =>
        shown.countsRevision > win.countsRevision ? { ...shown, isLiked } : { ...shown, isLiked, likesCount },
      ),
    failedText: 'Failed to update cheer',
  });
};
