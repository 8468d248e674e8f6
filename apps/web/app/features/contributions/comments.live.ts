import type { Comment } from '@commons/contract/contributions/schemas';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ignoreFailure } from '../../lib/live.ts';
import { itemsIn } from '../../lib/pages.ts';
import { refetchNow } from '../../lib/query-client.ts';
import { readComments } from './comments.api.ts';
import {
  commentKeys,
  type CommentPages,
  type CommentSubject,
  markCountedByFrame,
  removeComment,
} from './comments.cache.ts';
import type { Counts } from './counts.ts';

const findList = (queryClient: QueryClient, subject: CommentSubject) =>
  queryClient.getQueryData<CommentPages>(commentKeys.list(subject));

const isObserved = (queryClient: QueryClient, queryKey: QueryKey): boolean =>
  (queryClient.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;

/** Refetches one loaded page and replaces it. */
const refreshPage = async (queryClient: QueryClient, subject: CommentSubject, index: number): Promise<void> => {
  const cursor = findList(queryClient, subject)?.pageParams[index] ?? null;
  const page = await refetchNow(queryClient, {
    queryKey: commentKeys.page(subject, cursor),
    queryFn: ({ signal }) => readComments(subject, cursor, signal),
    gcTime: 0,
  });
  queryClient.setQueryData<CommentPages>(commentKeys.list(subject), (current) =>
    current?.pageParams[index] === cursor ? { ...current, pages: current.pages.with(index, page) } : current,
  );
};

const addCreated = async (queryClient: QueryClient, subject: CommentSubject, commentId: string): Promise<void> => {
  const list = findList(queryClient, subject);
  if (!list) return;
  // Nobody sees the list, so it loads again when it opens.
  if (!isObserved(queryClient, commentKeys.list(subject))) {
    queryClient.removeQueries({ queryKey: commentKeys.list(subject) });
    return;
  }
  const isLoaded = itemsIn(list).some(({ id }) => id === commentId);
  const lastIndex = list.pages.length - 1;
  // If more pages follow, "Show more comments" loads the new comment.
  if (!isLoaded && list.pages[lastIndex]?.next === null) await refreshPage(queryClient, subject, lastIndex);
};

/** Handlers for live frames about comments. */
export const commentFrames = {
  created: (queryClient: QueryClient, subject: CommentSubject, commentId: string, counts: Counts): void => {
    subject.applyCounts(queryClient, counts);
    markCountedByFrame(queryClient, 'created', commentId);
    void addCreated(queryClient, subject, commentId).catch(ignoreFailure);
  },
  updated: (queryClient: QueryClient, subject: CommentSubject, commentId: string, counts: Counts): void => {
    subject.applyCounts(queryClient, counts);
    const pages = findList(queryClient, subject)?.pages ?? [];
    const index = pages.findIndex(({ items }) => items.some(({ id }) => id === commentId));
    if (index >= 0) void refreshPage(queryClient, subject, index).catch(ignoreFailure);
  },
  deleted: (queryClient: QueryClient, subject: CommentSubject, commentId: string, counts: Counts): void => {
    subject.applyCounts(queryClient, counts);
    markCountedByFrame(queryClient, 'deleted', commentId);
    removeComment(queryClient, commentId);
    // A page requested before the deletion may still contain the comment.
    findList(queryClient, subject)?.pageParams.forEach((cursor, index) => {
      if (queryClient.isFetching({ queryKey: commentKeys.page(subject, cursor) }) > 0)
        void refreshPage(queryClient, subject, index).catch(ignoreFailure);
    });
  },
};

/**
 * Refetches visible comments. Removes one of the viewer's new comments only if all pages are loaded and none contains
 * it.
 */
export const catchUpComments = async (queryClient: QueryClient): Promise<void> => {
  const previousOwnLists = queryClient.getQueriesData<Comment[]>({ queryKey: commentKeys.allOwn });
  await queryClient.invalidateQueries({ queryKey: commentKeys.lists }, { throwOnError: true });
  for (const [ownKey, previousComments = []] of previousOwnLists) {
    const listKey = [...commentKeys.lists, ...ownKey.slice(commentKeys.allOwn.length)];
    const list = queryClient.getQueryData<CommentPages>(listKey);
    if (list?.pages.at(-1)?.next !== null || !isObserved(queryClient, listKey)) continue;
    const loadedIds = new Set(itemsIn(list).map(({ id }) => id));
    const isDeleted = (comment: Comment) => previousComments.includes(comment) && !loadedIds.has(comment.id);
    queryClient.setQueryData<Comment[]>(ownKey, (own) => own?.filter((comment) => !isDeleted(comment)));
  }
};
