import type { Comment } from '@commons/contract/contributions/schemas';
import type { Call, EndpointPath } from '@commons/contract/endpoint';
import type { MemberSummary } from '@commons/contract/members/schemas';
import type { RemovalInput } from '@commons/contract/moderation/schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { recentByClient } from '../../lib/client-state.ts';
import { type ItemCache, updateItems } from '../../lib/list-cache.ts';
import type { Pages } from '../../lib/pages.ts';
import { applyCounts, type Counts } from './counts.ts';

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

/** An item, for example a post, that members can comment on, with the calls and callbacks of its feature. */
export type CommentSubject = {
  /** The noun for the subject. */
  kind: string;
  id: string;
  /** First part of the query keys of the subject's lists. */
  listName: string;
  /** The type of its comments in reports. */
  commentType: RemovalInput['subjectType'];
  calls: CommentCalls;
  /** Changes the number of comments wherever the subject is shown. */
  addToCount: (queryClient: QueryClient, difference: 1 | -1) => void;
  /** Applies counts from a live frame. */
  applyCounts: (queryClient: QueryClient, counts: Counts) => void;
  /** Removes the subject from every screen after a 404. */
  remove: (queryClient: QueryClient) => void;
  /** Runs after the viewer has commented. */
  onCommented?: (queryClient: QueryClient) => void;
};

export type CommentPages = Pages<Comment>;
type SubjectKey = Pick<CommentSubject, 'kind' | 'id'>;

export const commentKeys = {
  lists: ['comments', 'list'],
  list: ({ kind, id }: SubjectKey) => ['comments', 'list', kind, id] as const,
  /** The viewer's new comments. They belong after pages that may not be loaded yet. */
  allOwn: ['comments', 'own'],
  own: ({ kind, id }: SubjectKey) => ['comments', 'own', kind, id] as const,
  page: ({ kind, id }: SubjectKey, cursor: string | null) => ['comments', 'page', kind, id, cursor] as const,
  creating: ({ kind, id }: SubjectKey) => ['comments', 'creating', kind, id] as const,
} as const;

type CommentedItem = { id: string; commentsCount: number; countsRevision: number };
type SubjectOptions = Pick<CommentSubject, 'kind' | 'id' | 'commentType' | 'calls' | 'onCommented'>;

/** Makes an item of a list a subject of comments. */
export const createSubject = <Item extends CommentedItem>(
  cache: ItemCache<Item>,
  options: SubjectOptions,
): CommentSubject => ({
  ...options,
  listName: cache.name,
  addToCount: (client, difference) =>
    cache.update(client, options.id, (item) => ({
      ...item,
      commentsCount: Math.max(0, item.commentsCount + difference),
    })),
  applyCounts: (client, counts) => applyCounts(cache, client, options.id, counts),
  remove: (client) => cache.remove(client, options.id),
});

const updateComments = (queryClient: QueryClient, change: (comment: Comment) => Comment | null): void => {
  for (const queryKey of [commentKeys.lists, commentKeys.allOwn]) updateItems(queryClient, queryKey, change);
};

export const addOwnComment = (queryClient: QueryClient, subject: SubjectKey, comment: Comment): void => {
  queryClient.setQueryData<Comment[]>(commentKeys.own(subject), (own = []) =>
    own.some(({ id }) => id === comment.id) ? own : [...own, comment],
  );
};

export const replaceComment = (queryClient: QueryClient, comment: Comment): void =>
  updateComments(queryClient, (cached) => (cached.id === comment.id ? comment : cached));

export const removeComment = (queryClient: QueryClient, commentId: string): void =>
  updateComments(queryClient, (comment) => (comment.id === commentId ? null : comment));

/** Removes the cached comments of a deleted subject. */
export const forgetComments = (queryClient: QueryClient, subject: SubjectKey): void => {
  for (const queryKey of [commentKeys.list(subject), commentKeys.own(subject)]) queryClient.removeQueries({ queryKey });
};

/** Removes a blocked member's comments from every screen. */
export const hideCommentsOf = (queryClient: QueryClient, authorId: string): void =>
  updateComments(queryClient, (comment) => (comment.authorId === authorId ? null : comment));

/** Refetches visible comments, for example after a member was unblocked. */
export const refreshComments = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: commentKeys.lists });

/** Shows a member's new name, title or photo on their comments. */
export const changeCommentAuthor = (queryClient: QueryClient, author: MemberSummary): void =>
  updateComments(queryClient, (comment) => (comment.authorId === author.id ? { ...comment, author } : comment));

/**
 * Counts of the viewer's own comments arrive twice: as an absolute number in a live frame and as the response to the
 * call. If the frame arrives first, the response must not
 * change the count again. These maps contain the comments that a frame has already counted.
 */
const countedByFrame = { created: recentByClient<true>(), deleted: recentByClient<true>() };

export const markCountedByFrame = (client: QueryClient, change: 'created' | 'deleted', commentId: string): void => {
  countedByFrame[change](client).set(commentId, true);
};

export const wasCountedByFrame = (client: QueryClient, change: 'created' | 'deleted', commentId: string): boolean =>
  countedByFrame[change](client).has(commentId);
