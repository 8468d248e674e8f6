import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { restartReads } from '../../lib/query-client.ts';
import { commentFrames } from '../contributions/index.ts';
import { readMeditation } from './meditations.api.ts';
import {
  addMeditation,
  isMeditationLoaded,
  meditationKeys,
  meditationSubject,
  removeMeditation,
  replaceMeditation,
  applyCounts,
} from './meditations.cache.ts';

/** The next reconnection or visit refetches. The query client handles a 401. */
const ignoreFailure = () => undefined;

const addCreated = async (queryClient: QueryClient, meditationId: string): Promise<void> => {
  if (queryClient.getQueryData(meditationKeys.list) === undefined) return;
  const meditation = await readMeditation(queryClient, meditationId);
  if (meditation !== null) addMeditation(queryClient, meditation);
};

const refresh = async (queryClient: QueryClient, meditationId: string): Promise<void> => {
  if (!isMeditationLoaded(queryClient, meditationId)) return;
  const meditation = await readMeditation(queryClient, meditationId);
  if (meditation === null) removeMeditation(queryClient, meditationId);
  else replaceMeditation(queryClient, meditation);
};

/** Refetches the list, because a response in flight may be older than the change. */
const refetchList = (queryClient: QueryClient): void => restartReads(queryClient, meditationKeys.list);

/** Keeps meditations and their comments current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'meditation.created': ({ meditationId }) => {
      refetchList(queryClient);
      void addCreated(queryClient, meditationId).catch(ignoreFailure);
    },
    'meditation.updated': ({ meditationId }) => {
      refetchList(queryClient);
      void refresh(queryClient, meditationId).catch(ignoreFailure);
    },
    'meditation.deleted': ({ meditationId }) => {
      refetchList(queryClient);
      removeMeditation(queryClient, meditationId);
    },
    'meditation_comment.created': ({ meditationId, commentId, ...counts }) => {
      applyCounts(queryClient, meditationId, counts);
      commentFrames.created(queryClient, meditationSubject(meditationId), commentId);
    },
    'meditation_comment.updated': ({ meditationId, commentId, ...counts }) => {
      applyCounts(queryClient, meditationId, counts);
      commentFrames.updated(queryClient, meditationSubject(meditationId), commentId);
    },
    'meditation_comment.deleted': ({ meditationId, commentId, ...counts }) => {
      applyCounts(queryClient, meditationId, counts);
      commentFrames.deleted(queryClient, meditationSubject(meditationId), commentId);
    },
  },
  onOpened: [
    () => queryClient.invalidateQueries({ queryKey: meditationKeys.list }, { throwOnError: true }),
    () => queryClient.invalidateQueries({ queryKey: meditationKeys.everyOne }, { throwOnError: true }),
  ],
});
