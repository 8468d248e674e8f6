import type { PostComment } from '@commons/contract/feed';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';

export type CommentPages = InfiniteData<Page<PostComment>, string | null>;

export const commentKeys = {
  all: ['comments'],
  ofPost: (postId: string) => ['comments', postId] as const,
  pages: (postId: string) => ['comments', postId, 'pages'] as const,
  /** What the viewer just wrote: it belongs after pages that may not be loaded yet. */
  own: (postId: string) => ['comments', postId, 'own'] as const,
} as const;

export const commentsIn = (pages: Pick<CommentPages, 'pages'>): PostComment[] =>
  pages.pages.flatMap((page) => page.items);

const changeEach = (
  queryClient: QueryClient,
  postId: string,
  change: (comments: PostComment[]) => PostComment[],
): void => {
  queryClient.setQueryData<CommentPages>(
    commentKeys.pages(postId),
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
  queryClient.setQueryData<PostComment[]>(commentKeys.own(postId), (own) => own && change(own));
};

export const addOwnComment = (queryClient: QueryClient, comment: PostComment): void => {
  queryClient.setQueryData<PostComment[]>(commentKeys.own(comment.postId), (own = []) =>
    own.some(({ id }) => id === comment.id) ? own : [...own, comment],
  );
};

export const replaceComment = (queryClient: QueryClient, comment: PostComment): void =>
  changeEach(queryClient, comment.postId, (comments) =>
    comments.map((known) => (known.id === comment.id ? comment : known)),
  );

export const removeComment = (queryClient: QueryClient, postId: string, commentId: string): void =>
  changeEach(queryClient, postId, (comments) => comments.filter(({ id }) => id !== commentId));

/** Which loaded page holds the comment; -1 when none does. */
export const findPageOfComment = (pages: CommentPages, commentId: string): number =>
  pages.pages.findIndex((page) => page.items.some(({ id }) => id === commentId));

/**
 * Counts arrive twice for the viewer's own comments: as an absolute number in a live frame, and as the answer to the
 * call. Whichever comes first counts; the sets remember what a frame has already counted.
 */
const countedByFrame = { created: new Set<string>(), deleted: new Set<string>() };

export const noteCountedByFrame = (change: 'created' | 'deleted', commentId: string): void => {
  countedByFrame[change].add(commentId);
};

export const wasCountedByFrame = (change: 'created' | 'deleted', commentId: string): boolean =>
  countedByFrame[change].has(commentId);
