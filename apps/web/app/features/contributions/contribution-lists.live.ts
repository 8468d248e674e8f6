import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { isOlderThan } from '../../lib/pages.ts';
import type { ContributionLists, ContributionRef, LikeableContribution } from './contribution-lists.ts';

/** The next reconnection or visit refetches, and the query client handles a 401. */
const ignoreFailure = () => undefined;

/** Returns the handlers of live frames that keep the lists current. */
export const createListHandlers = <
  Item extends Summary & LikeableContribution,
  Summary extends ContributionRef,
  Filter extends string,
>(
  lists: ContributionLists<Item, Summary, Filter>,
  queryClient: QueryClient,
  viewerId: string,
) => {
  const refresh = async (itemId: string): Promise<void> => {
    if (!lists.isLoaded(queryClient, itemId)) return;
    const item = await lists.readItem(queryClient, itemId);
    if (item === null) lists.remove(queryClient, ({ id }) => id === itemId);
    else lists.replace(queryClient, item);
  };
  return {
    created: (summary: Summary): void => {
      // The response to the viewer's own call adds the item at the top.
      if (summary.authorId === viewerId && queryClient.isMutating({ mutationKey: lists.keys.creating }) > 0) return;
      // If the response to the first request contains the item, the arrival is removed again.
      const isLoading =
        queryClient.isFetching({ queryKey: lists.keys.lists, predicate: ({ state }) => state.data === undefined }) > 0;
      const isNew = isLoading || lists.loadedLists(queryClient).some(({ list }) => !isOlderThan(list, summary.id));
      if (!isNew || lists.isLoaded(queryClient, summary.id)) return;
      lists.updateArrivals(queryClient, (summaries) =>
        summaries.some(({ id }) => id === summary.id) ? summaries : [summary, ...summaries],
      );
    },
    updated: (itemId: string): void => void refresh(itemId).catch(ignoreFailure),
    deleted: (itemId: string): void => lists.remove(queryClient, ({ id }) => id === itemId),
    changes: {
      'hidden.changed': ({ userId, change }) => {
        if (change === 'blocked') lists.remove(queryClient, ({ authorId }) => authorId === userId);
        if (change === 'unblocked') void queryClient.invalidateQueries({ queryKey: lists.keys.lists });
      },
    } satisfies LiveFeature['changes'],
    onOpened: [
      async () => {
        for (const { filter } of lists.loadedLists(queryClient)) {
          const fresh = await lists.readFresh(queryClient, filter);
          lists.mergeFreshPage(queryClient, filter, fresh, { viewerId, withArrivals: false });
        }
      },
    ],
  };
};
