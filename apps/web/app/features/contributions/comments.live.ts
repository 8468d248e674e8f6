import type { Comment } from '@commons/contract/contributions';
import type { QueryClient } from '@tanstack/react-query';
import { readComments } from './comments.api.ts';
import {
  commentKeys,
  type CommentPages,
  commentsIn,
  everyList,
  findPageOf,
  noteCountedByFrame,
  removeComment,
  type Subject,
} from './comments.cache.ts';

const loadedPages = (queryClient: QueryClient, subject: Subject) =>
  queryClient.getQueryData<CommentPages>(commentKeys.pages(subject));

const isWatched = (queryClient: QueryClient, queryKey: readonly unknown[]): boolean =>
  (queryClient.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;

const rereadKey = (subject: Subject, cursor: string | null) => [...commentKeys.of(subject), 'page', cursor] as const;

/** Refetches one loaded page and replaces it. */
const refreshPage = async (queryClient: QueryClient, subject: Subject, index: number): Promise<void> => {
  const cursor = loadedPages(queryClient, subject)?.pageParams[index] ?? null;
  const queryKey = rereadKey(subject, cursor);
  // A read that started before the change would return the old state.
  await queryClient.cancelQueries({ queryKey });
  const page = await queryClient.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => readComments(subject, cursor, signal),
    staleTime: 0,
    gcTime: 0,
  });
  queryClient.setQueryData<CommentPages>(commentKeys.pages(subject), (current) =>
    current?.pageParams[index] === cursor
      ? { ...current, pages: current.pages.map((known, position) => (position === index ? page : known)) }
      : current,
  );
};

const showCreated = async (queryClient: QueryClient, subject: Subject, commentId: string): Promise<void> => {
  const loaded = loadedPages(queryClient, subject);
  if (!loaded) return;
  if (!isWatched(queryClient, commentKeys.pages(subject))) {
    queryClient.removeQueries({ queryKey: commentKeys.pages(subject) });
    return;
  }
  const isKnown = commentsIn(loaded).some(({ id }) => id === commentId);
  const lastIndex = loaded.pages.length - 1;
  // If more pages follow, "Show more comments" loads it.
  if (!isKnown && loaded.pages[lastIndex]?.next === null) await refreshPage(queryClient, subject, lastIndex);
};

/** The next reconnection or visit refetches. The query client handles a 401. */
const ignoreFailure = () => undefined;

/** Handlers for live frames about comments. Counts are handled by the subject's feature. */
export const commentFrames = {
  created: (queryClient: QueryClient, subject: Subject, commentId: string): void => {
    noteCountedByFrame('created', commentId);
    void showCreated(queryClient, subject, commentId).catch(ignoreFailure);
  },
  updated: (queryClient: QueryClient, subject: Subject, commentId: string): void => {
    const loaded = loadedPages(queryClient, subject);
    const index = loaded ? findPageOf(loaded, commentId) : -1;
    if (index >= 0) void refreshPage(queryClient, subject, index).catch(ignoreFailure);
  },
  deleted: (queryClient: QueryClient, subject: Subject, commentId: string): void => {
    noteCountedByFrame('deleted', commentId);
    removeComment(queryClient, subject, commentId);
    loadedPages(queryClient, subject)?.pageParams.forEach((cursor, index) => {
      if (queryClient.isFetching({ queryKey: rereadKey(subject, cursor) }) > 0)
        void refreshPage(queryClient, subject, index).catch(ignoreFailure);
    });
  },
};

/** Refetches visible comments. The viewer's new comments below stay, unless every page is loaded and they are gone. */
export const catchUpComments = async (queryClient: QueryClient): Promise<void> => {
  const ownBefore = queryClient.getQueriesData<Comment[]>(everyList('own'));
  await queryClient.invalidateQueries(everyList('pages'), { throwOnError: true });
  for (const [ownKey, before = []] of ownBefore) {
    const pagesKey = [...ownKey.slice(0, -1), 'pages'];
    const pages = queryClient.getQueryData<CommentPages>(pagesKey);
    if (pages?.pages.at(-1)?.next !== null || !isWatched(queryClient, pagesKey)) continue;
    const loaded = new Set(commentsIn(pages).map(({ id }) => id));
    const isGone = (comment: Comment) => before.includes(comment) && !loaded.has(comment.id);
    queryClient.setQueryData<Comment[]>(ownKey, (own) => own?.filter((comment) => !isGone(comment)));
  }
};
