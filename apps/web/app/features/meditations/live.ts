import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { restartReads } from '../../lib/query-client.ts';
import { commentFrames } from '../contributions/index.ts';
import { filtersQuery, meditationLists, meditationSubject } from './meditations.api.ts';

const { keys } = meditationLists;

const addCreated = async (queryClient: QueryClient, meditationId: string): Promise<void> => {
  if (queryClient.getQueriesData({ queryKey: keys.lists }).length === 0) return;
  const meditation = await queryClient.fetchQuery(meditationLists.itemQuery(queryClient, meditationId));
  if (meditation !== null) meditationLists.add(queryClient, meditation);
};

/** Refetches the lists in flight, because their responses may be older than the change, and the offered filters. */
const refetchLists = (queryClient: QueryClient): void => {
  restartReads(queryClient, keys.lists);
  void queryClient.invalidateQueries(filtersQuery);
};

/** Keeps meditations and their comments current. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { updated, deleted } = meditationLists.live(queryClient, viewerId);
  return {
    frames: {
      'meditation.created': ({ meditationId }) => {
        refetchLists(queryClient);
        void addCreated(queryClient, meditationId).catch(ignoreFailure);
      },
      'meditation.updated': ({ meditationId }) => {
        refetchLists(queryClient);
        updated(meditationId);
      },
      'meditation.deleted': ({ meditationId }) => {
        refetchLists(queryClient);
        deleted(meditationId);
      },
      'meditation_comment.created': ({ meditationId, commentId, ...counts }) =>
        commentFrames.created(queryClient, meditationSubject(meditationId), commentId, counts),
      'meditation_comment.updated': ({ meditationId, commentId, ...counts }) =>
        commentFrames.updated(queryClient, meditationSubject(meditationId), commentId, counts),
      'meditation_comment.deleted': ({ meditationId, commentId, ...counts }) =>
        commentFrames.deleted(queryClient, meditationSubject(meditationId), commentId, counts),
    },
    onOpened: [keys.lists, keys.items, filtersQuery.queryKey].map(
      (queryKey) => () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
    ),
  };
};
