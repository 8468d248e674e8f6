import type { Comment } from '@commons/contract/contributions';
import type { Call, EndpointPath } from '@commons/contract/endpoint';
import type { MemberSummary } from '@commons/contract/members';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';

type Given<Fields> = z.ZodType<unknown, Fields>;
type Described = EndpointPath & { summary: string };
type OfSubject = Described & { params: Given<{ id: string }> };
type OfComment = Described & { params: Given<{ id: string; commentId: string }> };
type Written = { body: Given<{ content: string }> };

/** Each kind of subject has paths of its own, and comments that say more than these. */
type CommentCalls = {
  listComments: Call<
    OfSubject & { query: Given<{ cursor?: string | undefined }>; replies: { 200: z.ZodType<Comment[]> }; paged: true }
  >;
  createComment: Call<OfSubject & Written & { replies: { 201: z.ZodType<Comment> } }>;
  updateComment: Call<OfComment & Written & { replies: { 200: z.ZodType<Comment> } }>;
  deleteComment: Call<OfComment & { replies: { 204: null } }>;
};

/** What members comment on, and how its comments are reached: each kind of contribution gives its own calls. */
export type Subject = {
  kind: 'post' | 'meditation';
  id: string;
  calls: CommentCalls;
  /** Changes the number of comments wherever the subject is shown. */
  addToCount: (queryClient: QueryClient, difference: 1 | -1) => void;
  /** Removes the subject from every screen, once an answer says that it is not there. */
  remove: (queryClient: QueryClient) => void;
  /** After the viewer's own comment. */
  onCommented?: (queryClient: QueryClient) => void;
};

export type CommentPages = Pages<Comment>;
type SubjectKey = Pick<Subject, 'kind' | 'id'>;

export const commentKeys = {
  all: ['comments'],
  of: ({ kind, id }: SubjectKey) => ['comments', kind, id] as const,
  pages: ({ kind, id }: SubjectKey) => ['comments', kind, id, 'pages'] as const,
  /** What the viewer just wrote: it belongs after pages that may not be loaded yet. */
  own: ({ kind, id }: SubjectKey) => ['comments', kind, id, 'own'] as const,
} as const;

/** The loaded pages, or the viewer's own comments, of every subject. */
export const everyList = (name: 'pages' | 'own') => ({
  queryKey: commentKeys.all,
  predicate: ({ queryKey }: Query) => queryKey.at(-1) === name,
});

const changeEach = (
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
  changeEach(queryClient, subject, (comments) => comments.map((known) => (known.id === comment.id ? comment : known)));

export const removeComment = (queryClient: QueryClient, subject: SubjectKey, commentId: string): void =>
  changeEach(queryClient, subject, (comments) => comments.filter(({ id }) => id !== commentId));

/** The comments of something that is gone. */
export const forgetComments = (queryClient: QueryClient, subject: SubjectKey): void =>
  queryClient.removeQueries({ queryKey: commentKeys.of(subject) });

/** Takes what a blocked member commented off every screen. */
export const hideCommentsOf = (queryClient: QueryClient, authorId: string): void => {
  queryClient.setQueriesData<CommentPages>(
    everyList('pages'),
    (pages) => pages && mapPages(pages, (comments) => comments.filter((comment) => comment.authorId !== authorId)),
  );
};

/** Reads the comments that are shown again, as when an unblocked member's are among them. */
export const refreshComments = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries(everyList('pages'));

/** Shows a member's new name, title or photo on their comments. */
export const changeCommentAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  const rename = (comment: Comment) => (comment.authorId === author.id ? { ...comment, author } : comment);
  queryClient.setQueriesData<CommentPages>(
    everyList('pages'),
    (pages) => pages && mapPages(pages, (comments) => comments.map(rename)),
  );
  queryClient.setQueriesData<Comment[]>(everyList('own'), (own) => own?.map(rename));
};

/** Which loaded page holds the comment; -1 when none does. */
export const findPageOf = (pages: CommentPages, commentId: string): number =>
  pages.pages.findIndex((page) => page.items.some(({ id }) => id === commentId));

export const commentsIn: (pages: Pick<CommentPages, 'pages'>) => Comment[] = itemsIn;

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
