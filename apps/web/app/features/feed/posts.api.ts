import type { Post } from '@commons/contract/feed';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import { feedAddresses } from './feed-addresses.ts';
import {
  addOwnPost,
  arrivedKey,
  changePost,
  clearArrived,
  findListedPost,
  postKeys,
  removePost,
} from './posts.cache.ts';

export const postEditDraft = (postId: string): string => `post-edit:${postId}`;

export const feedQuery = infiniteQueryOptions({
  queryKey: postKeys.feed,
  queryFn: ({ client, pageParam, signal }) => {
    // Read from the top, the feed holds everything: nothing is waiting above it any more.
    if (pageParam === null) clearArrived(client);
    return callPage(feedAddresses.listPosts, pageParam === null ? undefined : { query: { cursor: pageParam } }, {
      signal,
    });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  // Long enough to read and answer a post on its own screen and find the feed as it was.
  gcTime: 60 * 60 * 1000,
});

/** What one member shared. */
export const memberPostsQuery = (memberId: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.ofMember(memberId),
    queryFn: ({ pageParam, signal }) =>
      callPage(
        feedAddresses.listPosts,
        { query: { userId: memberId, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Another member's posts are told of in frames by their id alone: a later visit reads the list again.
    staleTime: 0,
  });

/** The ids of newer posts of others that are not in the feed yet, because adding them would move what is being read. */
export const arrivedQuery = queryOptions({
  queryKey: arrivedKey,
  queryFn: (): string[] => [],
  initialData: (): string[] => [],
  gcTime: Infinity,
});

/** One post, shown at once from a list if it is there, then confirmed; null when it is not there any more. */
export const postQuery = (queryClient: QueryClient, postId: string) =>
  queryOptions({
    queryKey: postKeys.one(postId),
    queryFn: async ({ signal }): Promise<Post | null> => {
      try {
        return await call(feedAddresses.getPost, { params: { id: postId } }, { signal });
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    initialData: () => findListedPost(queryClient, postId),
    initialDataUpdatedAt: 0,
    staleTime: 0,
  });

export const useCreatePost = (onCreated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: postKeys.creating,
    mutationFn: ({ content, idempotencyKey }: { content: string; idempotencyKey: string }) =>
      call(feedAddresses.createPost, { body: { content } }, { idempotencyKey }),
    onSuccess: (post) => {
      addOwnPost(queryClient, post);
      onCreated();
      showToast({ title: 'Success', description: 'Your post has been shared with the community' });
    },
    onError: (error) => showFailure(error, 'Failed to create post. Please try again.'),
  });
};

export const useUpdatePost = (postId: string, memberId: string, onUpdated: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => call(feedAddresses.updatePost, { params: { id: postId }, body: { content } }),
    onSuccess: (post) => {
      changePost(queryClient, postId, () => post);
      clearDraft(draftKey(memberId, postEditDraft(postId)));
      onUpdated();
      showToast({ title: 'Post updated' });
    },
    onError: (error) => showFailure(error, 'Failed to update post'),
  });
};

/** Deletes one's own post, or removes another's with a reason. One that is already gone counts as deleted. */
export const useDeletePost = (postId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string | undefined) => {
      try {
        await call(feedAddresses.deletePost, { params: { id: postId }, query: reason === undefined ? {} : { reason } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removePost(queryClient, postId);
      showToast({ title: 'Post deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete post'),
  });
};
