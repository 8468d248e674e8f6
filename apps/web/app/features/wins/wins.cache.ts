import type { Win, WinCategory } from '@commons/contract/wins';
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { itemsIn, mapPages, type Pages, withFreshPage } from '../../lib/pages.ts';
import { hearFigures, withFigures, withNewerState } from '../contributions/index.ts';

/** The whole list, or that of a category. */
export type WinFilter = WinCategory | 'all';

export const winKeys = {
  lists: ['wins', 'list'],
  list: (filter: WinFilter) => ['wins', 'list', filter] as const,
  arrived: ['wins', 'arrived'],
  creating: ['wins', 'creating'],
} as const;

/** A win of somebody else that is known of and not loaded. */
export type Arrived = Pick<Win, 'id' | 'authorId' | 'category'>;

const belongsTo = ({ category }: Pick<Win, 'category'>, filter: WinFilter): boolean =>
  filter === 'all' || category === filter;

export const countArrived = (arrived: readonly Arrived[], filter: WinFilter): number =>
  arrived.filter((win) => belongsTo(win, filter)).length;

export const changeArrived = (queryClient: QueryClient, change: (wins: Arrived[]) => Arrived[]): void => {
  queryClient.setQueryData<Arrived[]>(winKeys.arrived, (wins = []) => change(wins));
};

export const loadedLists = (queryClient: QueryClient): { filter: WinFilter; list: Pages<Win> }[] =>
  queryClient
    .getQueriesData<Pages<Win>>({ queryKey: winKeys.lists })
    .flatMap(([key, list]) => (list ? [{ filter: key[2] as WinFilter, list }] : []));

export const isWinLoaded = (queryClient: QueryClient, winId: string): boolean =>
  loadedLists(queryClient).some(({ list }) => itemsIn(list).some(({ id }) => id === winId));

const changeLists = (queryClient: QueryClient, change: (wins: Win[]) => Win[]): void => {
  queryClient.setQueriesData<Pages<Win>>({ queryKey: winKeys.lists }, (list) => list && mapPages(list, change));
};

/** Changes a win wherever it is shown. */
export const changeWin = (queryClient: QueryClient, winId: string, change: (win: Win) => Win): void =>
  changeLists(queryClient, (wins) => wins.map((win) => (win.id === winId ? change(win) : win)));

/** Shows a win as it was saved. It may have come to another category: there it is read again. */
export const replaceWin = (queryClient: QueryClient, win: Win): void => {
  changeWin(queryClient, win.id, () => withNewerState(win));
  for (const { filter, list } of loadedLists(queryClient)) {
    const isThere = itemsIn(list).some(({ id }) => id === win.id);
    if (isThere !== belongsTo(win, filter))
      void queryClient.invalidateQueries({ queryKey: winKeys.list(filter), exact: true });
  }
};

/** Takes wins away wherever they are shown. */
export const removeWins = (queryClient: QueryClient, isGone: (win: Pick<Win, 'id' | 'authorId'>) => boolean): void => {
  changeLists(queryClient, (wins) => wins.filter((win) => !isGone(win)));
  changeArrived(queryClient, (wins) => wins.filter((win) => !isGone(win)));
};

export const addOwnWin = (queryClient: QueryClient, win: Win): void => {
  for (const { filter, list } of loadedLists(queryClient))
    if (belongsTo(win, filter) && !itemsIn(list).some(({ id }) => id === win.id))
      queryClient.setQueryData<Pages<Win>>(
        winKeys.list(filter),
        mapPages(list, (wins, index) => (index === 0 ? [win, ...wins] : wins)),
      );
  changeArrived(queryClient, (wins) => wins.filter(({ id }) => id !== win.id));
};

/** A list with its first page read anew. What arrived at its top waits there, unless it is asked for. */
export const takeFreshPage = (
  queryClient: QueryClient,
  filter: WinFilter,
  fresh: Page<Win>,
  { viewerId, withArrived }: { viewerId: string; withArrived: boolean },
): void => {
  const list = queryClient.getQueryData<Pages<Win>>(winKeys.list(filter));
  if (!list) return;
  const newest = itemsIn(list)[0];
  const arrived = withArrived || newest === undefined ? [] : fresh.items.filter(({ id }) => id > newest.id);
  const items = fresh.items.filter((win) => !arrived.includes(win));
  queryClient.setQueryData<Pages<Win>>(
    winKeys.list(filter),
    items.length === 0 && arrived.length > 0 ? list : withFreshPage(list, { ...fresh, items }, viewerId),
  );
  changeArrived(queryClient, (waiting) => [
    ...arrived.filter(({ id }) => !waiting.some((win) => win.id === id)),
    ...waiting.filter((win) => !items.some(({ id }) => id === win.id)),
  ]);
};

type Cheers = Pick<Win, 'likesCount' | 'countsRevision'>;

/** Cheers that a frame brings. */
export const takeCheers = (queryClient: QueryClient, winId: string, cheers: Cheers): void => {
  hearFigures(winId, cheers);
  changeWin(queryClient, winId, (win) => withFigures(win, cheers));
};
