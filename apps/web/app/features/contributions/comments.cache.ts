import type { Comment } from '@commons/contract/contributions';
import type { Call, EndpointPath } from '@commons/contract/endpoint';
import type { MemberSummary } from '@commons/contract/members';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';

type Input<Fields> = z.ZodType<unknown, Fields>;
type BaseEndpoint = EndpointPath & { summary: string };
type SubjectEndpoint = BaseEndpoint & { params: Input<{ id: string }> };
type CommentEndpoint = BaseEndpoint & { params: Input<{ id: string; commentId: string }> };
type ContentBody = { body: Input<{ content: string }> };

/** API calls for the comments of a subject. Its comments may have more fields than `Comment`. */
type CommentCalls = {
  listComments: Call<
    SubjectEndpoint & {
      query: Input<{ cursor?: string | undefined }>;
      replies: { 200: z.ZodType<Comment[]> };
      paged: true;
    }
  >;
  createComment: Call<SubjectEndpoint & ContentBody & { replies: { 201: z.ZodType<Comment> } }>;
  updateComment: Call<CommentEndpoint & ContentBody & { replies: { 200: z.ZodType<Comment> } }>;
  deleteComment: Call<CommentEndpoint & { replies: { 204: null } }>;
};

/** A post or meditation that members can comment on, with the calls and callbacks of its feature. */
export type CommentSubject = {
  kind: 'post' | 'meditation';
  id: string;
  calls: CommentCalls;
  /** Changes the number of comments wherever the subject is shown. */
  addToCount: (queryClient: QueryClient, difference: 1 | -1) => void;
  /** Removes the subject from every screen after a 404. */
  remove: (queryClient: QueryClient) => void;
  /** Runs after the viewer has commented. */
  onCommented?: (queryClient: QueryClient) => void;
};

export type CommentPages = Pages<Comment>;
type SubjectKey = Pick<CommentSubject, 'kind' | 'id'>;

export const commentKeys = {
  all: ['comments'],
  of: ({ kind, id }: SubjectKey) => ['comments', kind, id] as const,
  pages: ({ kind, id }: SubjectKey) => ['comments', kind, id, 'pages'] as const,
  /** The viewer's new comments. They belong after pages that may not be loaded yet. */
  own: ({ kind, id }: SubjectKey) => ['comments', kind, id, 'own'] as const,
} as const;

/** Query filter for the loaded pages, or the viewer's own comments, of every subject. */
export const allLists = (name: 'pages' | 'own') => ({
  queryKey: commentKeys.all,
  predicate: ({ queryKey }: Query) => queryKey.at(-1) === name,
});

const updateLists = (
  queryClient: QueryClient,
  subject: SubjectKey,
  change: (comments: Comment[]) => Comment[],
): void => {
  queryClient.setQueryData<CommentPages>(commentKeys.pages(subject), (pages) => pages && mapPages(pages, change));
  queryClient.setQueryData<Comment[]>(commentKeys.own(subject), (own) => own && change(own));
};

export const addOwnComment = (queryClient: QueryClient, subject: SubjectKey, comment: Comment): void => {
  queryClient.setQueryData<Comment[]>(commentKeys.own(subject), (own = []) =>
    own.some(({ id }) => id === comment.id) ? own : [...own, comment],
  );
};

export const replaceComment = (queryClient: QueryClient, subject: SubjectKey, comment: Comment): void =>
  updateLists(queryClient, subject, (comments) =>
    comments.map((cached) => (cached.id === comment.id ? comment : cached)),
  );

export const removeComment = (queryClient: QueryClient, subject: SubjectKey, commentId: string): void =>
  updateLists(queryClient, subject, (comments) => comments.filter(({ id }) => id !== commentId));

/** Removes the cached comments of a deleted subject. */
export const forgetComments = (queryClient: QueryClient, subject: SubjectKey): void =>
  queryClient.removeQueries({ queryKey: commentKeys.of(subject) });

/** Removes a blocked member's comments from every screen. */
export const hideCommentsOf = (queryClient: QueryClient, authorId: string): void => {
  queryClient.setQueriesData<CommentPages>(
    allLists('pages'),
    (pages) => pages && mapPages(pages, (comments) => comments.filter((comment) => comment.authorId !== authorId)),
  );
};

/** Refetches visible comments, for example after a member was unblocked. */
export const refreshComments = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries(allLists('pages'));

/** Shows a member's new name, title or photo on their comments. */
export const changeCommentAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  const updateAuthor = (comment: Comment) => (comment.authorId === author.id ? { ...comment, author } : comment);
  queryClient.setQueriesData<CommentPages>(
    allLists('pages'),
    (pages) => pages && mapPages(pages, (comments) => comments.map(updateAuthor)),
  );
  queryClient.setQueriesData<Comment[]>(allLists('own'), (own) => own?.map(updateAuthor));
};

/** Returns the index of the loaded page with the comment, or -1. */
export const findPageOf = (pages: CommentPages, commentId: string): number =>
  pages.pages.findIndex((page) => page.items.some(({ id }) => id === commentId));

export const commentsIn: (pages: Pick<CommentPages, 'pages'>) => Comment[] = itemsIn;

/**
 * Counts of the viewer's own comments arrive twice: as an absolute number in a live frame and as the response to the
 * call. The first one counts. These sets contain the comments that a frame has already counted.
 */
const countedByFrame = { created: new Set<string>(), deleted: new Set<string>() };

export const markCountedByFrame = (change: 'created' | 'deleted', commentId: string): void => {
  countedByFrame[change].add(commentId);
};

export const wasCountedByFrame = (change: 'created' | 'deleted', commentId: string): boolean =>
  countedByFrame[change].has(commentId);
