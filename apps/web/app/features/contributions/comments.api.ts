import type { Comment } from '@commons/contract/contributions';
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { clearSentDraft, draftKey, type SentDraft } from '../../lib/drafts.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { showToast } from '../../lib/toast-store.ts';
import {
  addOwnComment,
  commentKeys,
  removeComment,
  replaceComment,
  type CommentSubject,
  wasCountedByFrame,
} from './comments.cache.ts';
import { showSharedToast } from './contribution-texts.ts';

export const readComments = ({ id, calls }: CommentSubject, cursor: string | null, signal: AbortSignal) =>
  callPage(calls.listComments, { params: { id }, query: cursorOf(cursor) }, { signal });

export const commentsQuery = (subject: CommentSubject) =>
  pagedQuery({
    queryKey: commentKeys.pages(subject),
    read: ({ cursor, signal }) => readComments(subject, cursor, signal),
  });

export const ownCommentsQuery = (subject: CommentSubject) =>
  queryOptions({
    queryKey: commentKeys.own(subject),
    // Never fetched, because the cache is the only source.
    queryFn: ({ client, queryKey }): Comment[] => client.getQueryData<Comment[]>(queryKey) ?? [],
    initialData: (): Comment[] => [],
  });

export const createCommentMutation = (subject: CommentSubject) =>
  mutationOptions({
    meta: { changes: ['comments', 'posts', 'meditations'] },
    mutationKey: [...commentKeys.of(subject), 'creating'],
    mutationFn: ({ content, idempotencyKey }: SentDraft) =>
      call(subject.calls.createComment, { params: { id: subject.id }, body: { content } }, { idempotencyKey }),
    onSuccess: (comment, _sent, _context, { client }) => {
      addOwnComment(client, subject, comment);
      if (!wasCountedByFrame('created', comment.id)) subject.addToCount(client, 1);
      subject.onCommented?.(client);
      showSharedToast(comment, 'comment', { title: 'Comment added' });
    },
    onError: (error, _sent, _context, { client }) => {
      showFailure(error, 'Failed to post comment');
      if (isNotFoundError(error)) subject.remove(client);
    },
  });

export const commentEditDraft = (commentId: string): string => `comment-edit:${commentId}`;

export const useUpdateComment = (
  subject: CommentSubject,
  comment: Comment,
  memberId: string,
  onUpdated: () => void,
) => {
  const queryClient = useQueryClient();
  const params = { id: subject.id, commentId: comment.id };
  return useMutation({
    meta: { changes: ['comments', 'posts', 'meditations'] },
    mutationFn: (content: string) => call(subject.calls.updateComment, { params, body: { content } }),
    onSuccess: (updated, content) => {
      replaceComment(queryClient, subject, updated);
      clearSentDraft(draftKey(memberId, commentEditDraft(comment.id)), content);
      onUpdated();
      showToast({ title: 'Comment updated' });
    },
    onError: (error) => {
      showFailure(error, 'Failed to update comment');
      if (isNotFoundError(error)) removeComment(queryClient, subject, comment.id);
    },
  });
};

/** Removes a comment from the cache and decrements the count. */
export const forgetComment = (queryClient: QueryClient, subject: CommentSubject, commentId: string): void => {
  removeComment(queryClient, subject, commentId);
  if (!wasCountedByFrame('deleted', commentId)) subject.addToCount(queryClient, -1);
};

/** Deletes a comment. Succeeds if the comment has already been deleted. */
export const useDeleteComment = (subject: CommentSubject, commentId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['comments', 'posts', 'meditations'] },
    mutationFn: async () => {
      try {
        await call(subject.calls.deleteComment, { params: { id: subject.id, commentId } });
        return { existed: true };
      } catch (error) {
        if (isNotFoundError(error)) return { existed: false };
        throw error;
      }
    },
    onSuccess: ({ existed }) => {
      onDeleted();
      if (existed) forgetComment(queryClient, subject, commentId);
      else removeComment(queryClient, subject, commentId);
      showToast({ title: 'Comment deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete comment'),
  });
};
