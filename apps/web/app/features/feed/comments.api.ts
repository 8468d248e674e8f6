import { type PostComment, feedCalls } from '@commons/contract/feed';
import {
  infiniteQueryOptions,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import {
  addOwnComment,
  commentKeys,
  removeComment,
  replaceComment,
  wasCountedByFrame,
  type CommentPages,
} from './comments.cache.ts';
import { changePost } from './posts.cache.ts';

const fetchPage = (postId: string, cursor: string | null, signal?: AbortSignal) =>
  callPage(
    feedCalls.listComments,
    { params: { id: postId }, query: cursor === null ? {} : { cursor } },
    signal === undefined ? {} : { signal },
  );

export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: commentKeys.pages(postId),
    queryFn: ({ pageParam, signal }) => fetchPage(postId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const ownCommentsQuery = (postId: string) =>
  queryOptions({
    queryKey: commentKeys.own(postId),
    // Nowhere to be asked for: what is kept is what there is.
    queryFn: ({ client, queryKey }): PostComment[] => client.getQueryData<PostComment[]>(queryKey) ?? [],
    initialData: (): PostComment[] => [],
  });

/** Reads one loaded page again and puts it in its place. */
export const refreshCommentPage = async (queryClient: QueryClient, postId: string, index: number): Promise<void> => {
  const cursor = queryClient.getQueryData<CommentPages>(commentKeys.pages(postId))?.pageParams[index] ?? null;
  const page = await queryClient.fetchQuery({
    queryKey: [...commentKeys.ofPost(postId), 'page', cursor],
    queryFn: ({ signal }) => fetchPage(postId, cursor, signal),
    staleTime: 0,
    gcTime: 0,
  });
  queryClient.setQueryData<CommentPages>(commentKeys.pages(postId), (current) =>
    current?.pageParams[index] === cursor
      ? { ...current, pages: current.pages.map((known, position) => (position === index ? page : known)) }
      : current,
  );
};

const addToCount = (queryClient: QueryClient, postId: string, difference: 1 | -1): void =>
  changePost(queryClient, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + difference) }));

const creatingKey = (postId: string) => ['comments', postId, 'creating'] as const;

/** Whether the draft of a comment is on its way, also when the press was on a screen that was left since. */
export const useIsCommenting = (postId: string): boolean => useIsMutating({ mutationKey: creatingKey(postId) }) > 0;

export const useCreateComment = (postId: string, onCreated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: creatingKey(postId),
    mutationFn: ({ content, idempotencyKey }: { content: string; idempotencyKey: string }) =>
      call(feedCalls.createComment, { params: { id: postId }, body: { content } }, { idempotencyKey }),
    onSuccess: (comment) => {
      addOwnComment(queryClient, comment);
      if (!wasCountedByFrame('created', comment.id)) addToCount(queryClient, postId, 1);
      onCreated();
      showToast({ title: 'Comment added' });
    },
    onError: (error) => showFailure(error, 'Failed to post comment'),
  });
};

export const commentEditDraft = (commentId: string): string => `comment-edit:${commentId}`;

export const useUpdateComment = (comment: PostComment, memberId: string, onUpdated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      call(feedCalls.updateComment, { params: { id: comment.postId, commentId: comment.id }, body: { content } }),
    onSuccess: (updated) => {
      replaceComment(queryClient, updated);
      clearDraft(draftKey(memberId, commentEditDraft(comment.id)));
      onUpdated();
      showToast({ title: 'Comment updated' });
    },
    onError: (error) => showFailure(error, 'Failed to update comment'),
  });
};

/** Deletes a comment. One that is already gone counts as deleted. */
export const useDeleteComment = ({ id, postId }: PostComment, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(feedCalls.deleteComment, { params: { id: postId, commentId: id } });
        return { wasThere: true };
      } catch (error) {
        if (isNotFoundError(error)) return { wasThere: false };
        throw error;
      }
    },
    onSuccess: ({ wasThere }) => {
      onDeleted();
      removeComment(queryClient, postId, id);
      if (wasThere && !wasCountedByFrame('deleted', id)) addToCount(queryClient, postId, -1);
      showToast({ title: 'Comment deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete comment'),
  });
};
