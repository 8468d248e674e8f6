import { type Meditation, meditationCalls } from '@commons/contract/meditations';
import type { QueryClient } from '@tanstack/react-query';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';
import {
  forgetComments,
  storeLiveCounts,
  type CommentSubject,
  mergeCounts,
  mergeLiveCounts,
} from '../contributions/index.ts';

export const meditationKeys = {
  list: ['meditations', 'list'],
  everyOne: ['meditations', 'one'],
  one: (meditationId: string) => ['meditations', 'one', meditationId] as const,
} as const;

const loadedList = (queryClient: QueryClient): Pages<Meditation> | undefined =>
  queryClient.getQueryData<Pages<Meditation>>(meditationKeys.list);

const changeList = (queryClient: QueryClient, change: (items: Meditation[], index: number) => Meditation[]): void => {
  queryClient.setQueryData<Pages<Meditation>>(meditationKeys.list, (list) => list && mapPages(list, change));
};

/** Finds a meditation in the cached list. */
export const findInList = (queryClient: QueryClient, meditationId: string): Meditation | undefined => {
  const list = loadedList(queryClient);
  return list && itemsIn(list).find(({ id }) => id === meditationId);
};

export const isMeditationLoaded = (queryClient: QueryClient, meditationId: string): boolean =>
  findInList(queryClient, meditationId) !== undefined ||
  queryClient.getQueryData<Meditation | null>(meditationKeys.one(meditationId)) != null;

/** Changes a meditation wherever it is cached. */
const changeMeditation = (
  queryClient: QueryClient,
  meditationId: string,
  change: (meditation: Meditation) => Meditation,
): void => {
  changeList(queryClient, (items) => items.map((item) => (item.id === meditationId ? change(item) : item)));
  queryClient.setQueryData<Meditation | null>(meditationKeys.one(meditationId), (item) => item && change(item));
};

/** Replaces a meditation with its saved version. */
export const replaceMeditation = (queryClient: QueryClient, meditation: Meditation): void =>
  changeMeditation(queryClient, meditation.id, () => mergeLiveCounts(queryClient, meditation));

export const addMeditation = (queryClient: QueryClient, meditation: Meditation): void => {
  if (findInList(queryClient, meditation.id)) return;
  changeList(queryClient, (items, index) => (index === 0 ? [meditation, ...items] : items));
};

/** Removes a meditation from the cache. Its own screen then says that it is gone. */
export const removeMeditation = (queryClient: QueryClient, meditationId: string): void => {
  changeList(queryClient, (items) => items.filter(({ id }) => id !== meditationId));
  queryClient.setQueryData<Meditation | null>(meditationKeys.one(meditationId), (item) =>
    item === undefined ? undefined : null,
  );
  forgetComments(queryClient, { kind: 'meditation', id: meditationId });
};

type Counts = Pick<Meditation, 'commentsCount' | 'countsRevision'>;

/** Applies counts from a live frame. */
export const applyCounts = (queryClient: QueryClient, meditationId: string, counts: Counts): void => {
  storeLiveCounts(queryClient, meditationId, counts);
  changeMeditation(queryClient, meditationId, (meditation) => mergeCounts(meditation, counts));
};

/** Makes a meditation a subject of comments. */
export const meditationSubject = (meditationId: string): CommentSubject => ({
  kind: 'meditation',
  id: meditationId,
  calls: {
    listComments: meditationCalls.listMeditationComments,
    createComment: meditationCalls.createMeditationComment,
    updateComment: meditationCalls.updateMeditationComment,
    deleteComment: meditationCalls.deleteMeditationComment,
  },
  remove: (queryClient) => removeMeditation(queryClient, meditationId),
  addToCount: (queryClient, difference) =>
    changeMeditation(queryClient, meditationId, (meditation) => ({
      ...meditation,
      commentsCount: Math.max(0, meditation.commentsCount + difference),
    })),
});
