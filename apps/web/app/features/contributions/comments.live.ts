import type { Comment } from '@commons/contract/contributions';
import type { QueryClient } from '@tanstack/react-query';
import { readComments } from './comments.api.ts';
import {
  commentKeys,
  type CommentPages,
  commentsIn,
  allLists,
  findPageOf,
  markCountedByFrame,
  removeComment,
  type CommentSubject,
} from './comments.cache.ts';

const findPages = (queryClient: QueryClient, subject: CommentSubject) =>
  queryClient.getQueryData<CommentPages>(commentKeys.pages(subject));

const isObserved = (queryClient: QueryClient, queryKey: readonly unknown[]): boolean =>
  (queryClient.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;

const pageKey = (subject: CommentSubject, cursor: string | null) =>
  [...commentKeys.of(subject), 'page', cursor] as const;

/** Refetches one loaded page and replaces it. */
const refreshPage = async (queryClient: QueryClient, subject: CommentSubject, index: number): Promise<void> => {
  const cursor = findPages(queryClient, subject)?.pageParams[index] ?? null;
  const queryKey = pageKey(subject, cursor);
  // A request that started before the change would return the old state.
  await queryClient.cancelQueries({ queryKey });
  const page = await queryClient.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => readComments(subject, cursor, signal),
    staleTime: 0,
    gcTime: 0,
  });
  queryClient.setQueryData<CommentPages>(commentKeys.pages(subject), (current) =>
    current?.pageParams[index] === cursor
      ? { ...current, pages: current.pages.map((existing, position) => (position === index ? page : existing)) }
      : current,
  );
};

const addCreated = async (queryClient: QueryClient, subject: CommentSubject, commentId: string): Promise<void> => {
  const list = findPages(queryClient, subject);
  if (!list) return;
  if (!isObserved(queryClient, commentKeys.pages(subject))) {
    queryClient.removeQueries({ queryKey: commentKeys.pages(subject) });
    return;
  }
  const isLoaded = commentsIn(list).some(({ id }) => id === commentId);
  const lastIndex = list.pages.length - 1;
  // If more pages follow, "Show more comments" loads the new comment.
  if (!isLoaded && list.pages[lastIndex]?.next === null) await refreshPage(queryClient, subject, lastIndex);
};

/** The next reconnection or visit refetches, and the query client handles a 401. */
const ignoreFailure = () => undefined;

/** Handlers for live frames about comments. Counts are handled by the subject's feature. */
export const commentFrames = {
  created: (queryClient: QueryClient, subject: CommentSubject, commentId: string): void => {
    markCountedByFrame('created', commentId);
    void addCreated(queryClient, subject, commentId).catch(ignoreFailure);
  },
  updated: (queryClient: QueryClient, subject: CommentSubject, commentId: string): void => {
    const list = findPages(queryClient, subject);
    const index = list ? findPageOf(list, commentId) : -1;
    if (index >= 0) void refreshPage(queryClient, subject, index).catch(ignoreFailure);
  },
  deleted: (queryClient: QueryClient, subject: CommentSubject, commentId: string): void => {
    markCountedByFrame('deleted', commentId);
    removeComment(queryClient, subject, commentId);
    findPages(queryClient, subject)?.pageParams.forEach((cursor, index) => {
      if (queryClient.isFetching({ queryKey: pageKey(subject, cursor) }) > 0)
        void refreshPage(queryClient, subject, index).catch(ignoreFailure);
    });
  },
};

/**
 * Refetches visible comments. Removes one of the viewer's new comments only if all pages are loaded and none contains
 * it.
 */
export const catchUpComments = async (queryClient: QueryClient): Promise<void> => {
  const previousOwnLists = queryClient.getQueriesData<Comment[]>(allLists('own'));
  await queryClient.invalidateQueries(allLists('pages'), { throwOnError: true });
  for (const [ownKey, previousComments = []] of previousOwnLists) {
    const pagesKey = [...ownKey.slice(0, -1), 'pages'];
    const pages = queryClient.getQueryData<CommentPages>(pagesKey);
    if (pages?.pages.at(-1)?.next !== null || !isObserved(queryClient, pagesKey)) continue;
    const loadedIds = new Set(commentsIn(pages).map(({ id }) => id));
    const isDeleted = (comment: Comment) => previousComments.includes(comment) && !loadedIds.has(comment.id);
    queryClient.setQueryData<Comment[]>(ownKey, (own) => own?.filter((comment) => !isDeleted(comment)));
  }
};
