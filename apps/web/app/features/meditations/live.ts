import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { restartReads } from '../../lib/query-client.ts';
import { commentFrames } from '../contributions/index.ts';
import { meditationLists, meditationSubject } from './meditations.api.ts';

const { keys } = meditationLists;

const addCreated = async (queryClient: QueryClient, meditationId: string): Promise<void> => {
  if (!meditationLists.findList(queryClient, 'all')) return;
  const meditation = await queryClient.fetchQuery(meditationLists.itemQuery(queryClient, meditationId));
  if (meditation !== null) meditationLists.add(queryClient, meditation);
};

/** Refetches the list, because a response in flight may be older than the change. */
const refetchList = (queryClient: QueryClient): void => restartReads(queryClient, keys.lists);

/** Keeps meditations and their comments current. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { updated, deleted } = meditationLists.live(queryClient, viewerId);
  return {
    frames: {
      'meditation.created': ({ meditationId }) => {
        refetchList(queryClient);
        void addCreated(queryClient, meditationId).catch(ignoreFailure);
      },
      'meditation.updated': ({ meditationId }) => {
        refetchList(queryClient);
        updated(meditationId);
      },
      'meditation.deleted': ({ meditationId }) => {
        refetchList(queryClient);
        deleted(meditationId);
      },
      'meditation_comment.created': ({ meditationId, commentId, ...counts }) =>
        commentFrames.created(queryClient, meditationSubject(meditationId), commentId, counts),
      'meditation_comment.updated': ({ meditationId, commentId, ...counts }) =>
        commentFrames.updated(queryClient, meditationSubject(meditationId), commentId, counts),
      'meditation_comment.deleted': ({ meditationId, commentId, ...counts }) =>
        commentFrames.deleted(queryClient, meditationSubject(meditationId), commentId, counts),
    },
    onOpened: [keys.lists, keys.items].map(
      (queryKey) => () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
    ),
  };
};
