import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { readWin, readWins } from './wins.api.ts';
import {
  changeArrived,
  isWinLoaded,
  loadedLists,
  removeWins,
  replaceWin,
  takeCheers,
  takeFreshPage,
  type WinFilter,
  winKeys,
} from './wins.cache.ts';

/** Brings the waiting wins into a list. The caller moves to its beginning. */
export const loadArrived = async (queryClient: QueryClient, viewerId: string, filter: WinFilter): Promise<void> =>
  takeFreshPage(queryClient, filter, await readWins(filter), { viewerId, withArrived: true });

const refreshWin = async (queryClient: QueryClient, winId: string): Promise<void> => {
  if (!isWinLoaded(queryClient, winId)) return;
  const win = await readWin(winId);
  if (win === null) removeWins(queryClient, ({ id }) => id === winId);
  else replaceWin(queryClient, win);
};

/** The next reconnection or visit reads again; a signed-out answer is spoken of by the query client. */
const ignoreFailure = () => undefined;

/** Keeps the loaded lists of wins in step; newer ones wait above them. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => ({
  frames: {
    'win.created': ({ winId: id, authorId, category }) => {
      // The answer to the viewer's own call puts their win on top.
      if (authorId === viewerId && queryClient.isMutating({ mutationKey: winKeys.creating }) > 0) return;
      if (loadedLists(queryClient).length === 0 || isWinLoaded(queryClient, id)) return;
      changeArrived(queryClient, (wins) =>
        wins.some((win) => win.id === id) ? wins : [{ id, authorId, category }, ...wins],
      );
    },
    'win.updated': ({ winId }) => void refreshWin(queryClient, winId).catch(ignoreFailure),
    'win.deleted': ({ winId }) => removeWins(queryClient, ({ id }) => id === winId),
    'cheer.changed': ({ winId, ...cheers }) => takeCheers(queryClient, winId, cheers),
  },
  changes: {
    'hidden.changed': ({ userId, change }) => {
      if (change === 'blocked') removeWins(queryClient, ({ authorId }) => authorId === userId);
      if (change === 'unblocked') void queryClient.invalidateQueries({ queryKey: winKeys.lists });
    },
  },
  onOpened: [
    async () => {
      for (const { filter } of loadedLists(queryClient))
        takeFreshPage(queryClient, filter, await readWins(filter), { viewerId, withArrived: false });
    },
  ],
});
