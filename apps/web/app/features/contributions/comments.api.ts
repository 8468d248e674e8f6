import type { Comment } from '@commons/contract/contributions/schemas';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { clearSentDraft, draftKey, type SentDraft } from '../../lib/drafts.ts';
import { useDelete, useUpdate } from '../../lib/item-mutations.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import {
  addOwnComment,
  commentKeys,
  removeComment,
  replaceComment,
  type CommentSubject,
  wasCountedByFrame,
} from './comments.cache.ts';
import { showSharedToast } from './contributions.texts.ts';

export const readComments = ({ id, calls }: CommentSubject, cursor: string | null, signal: AbortSignal) =>
  callPage(calls.listComments, { params: { id }, query: cursorOf(cursor) }, { signal });

export const commentsQuery = (subject: CommentSubject) =>
  pagedQuery({
    queryKey: commentKeys.list(subject),
    read: ({ cursor, signal }) => readComments(subject, cursor, signal),
  });

export const ownCommentsQuery = (subject: CommentSubject) =>
  queryOptions({
    queryKey: commentKeys.own(subject),
    // Never fetched, because the cache is the only source.
    queryFn: ({ client, queryKey }): Comment[] => client.getQueryData<Comment[]>(queryKey) ?? [],
    initialData: (): Comment[] => [],
  });

const changesOf = ({ listName }: CommentSubject) => ['comments', listName];

export const createCommentMutation = (subject: CommentSubject) =>
  mutationOptions({
    meta: { changes: changesOf(subject) },
    mutationKey: commentKeys.creating(subject),
    mutationFn: ({ content, idempotencyKey }: SentDraft) =>
      call(subject.calls.createComment, { params: { id: subject.id }, body: { content } }, { idempotencyKey }),
    onSuccess: (comment, _sent, _context, { client }) => {
      addOwnComment(client, subject, comment);
      if (!wasCountedByFrame(client, 'created', comment.id)) subject.addToCount(client, 1);
      subject.onCommented?.(client);
      showSharedToast(comment, 'comment', { title: 'Comment added' });
    },
    onError: (error, _sent, _context, { client }) => {
      showFailure(error, 'Failed to post comment');
      if (isNotFoundError(error)) subject.remove(client);
    },
  });

export const commentEditDraft = (commentId: string): string => `comment-edit:${commentId}`;

export const useUpdateComment = (subject: CommentSubject, comment: Comment, memberId: string, onUpdated: () => void) =>
  useUpdate({
    changes: changesOf(subject),
    send: (content: string) =>
      call(subject.calls.updateComment, { params: { id: subject.id, commentId: comment.id }, body: { content } }),
    onUpdated: (queryClient, updated, content) => {
      replaceComment(queryClient, updated);
      clearSentDraft(draftKey(memberId, commentEditDraft(comment.id)), content);
      onUpdated();
    },
    onMissing: (queryClient) => removeComment(queryClient, comment.id),
    title: 'Comment updated',
    failedText: 'Failed to update comment',
  });

/** Removes a comment from the cache and decrements the count. */
export const forgetComment = (queryClient: QueryClient, subject: CommentSubject, commentId: string): void => {
  removeComment(queryClient, commentId);
  if (!wasCountedByFrame(queryClient, 'deleted', commentId)) subject.addToCount(queryClient, -1);
};

export const useDeleteComment = (subject: CommentSubject, commentId: string, onDeleted: () => void) =>
  useDelete({
    changes: changesOf(subject),
    send: () => call(subject.calls.deleteComment, { params: { id: subject.id, commentId } }),
    onDeleted: (queryClient, existed) => {
      onDeleted();
      if (existed) forgetComment(queryClient, subject, commentId);
      else removeComment(queryClient, commentId);
    },
    title: 'Comment deleted',
    failedText: 'Failed to delete comment',
  });
