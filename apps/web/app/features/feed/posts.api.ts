import { feedCalls, type Post, type PostInput } from '@commons/contract/feed';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/api-client.ts';
import { isUnavailableItemError, showFailure } from '../../lib/api-error.ts';
import type { SentDraft } from '../../lib/drafts.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast } from '../contributions/index.ts';
import {
  addOwnPost,
  type ArrivedPost,
  arrivalsKey,
  updateArrivals,
  findListedPost,
  postKeys,
  mergeKnownState,
} from './posts.cache.ts';

/** Reads one page of the feed or of a member's posts. */
export const readPosts = async (
  client: QueryClient,
  query: { userId?: string; cursor?: string; limit?: number } = {},
  signal?: AbortSignal,
): Promise<Page<Post>> => {
  const page = await callPage(feedCalls.listPosts, { query }, signal && { signal });
  return { ...page, items: page.items.map((post) => mergeKnownState(client, post)) };
};

/** Long enough that the list is still cached after the member has read a post on its own screen. */
const cacheMilliseconds = 60 * 60 * 1000;

export const feedQuery = pagedQuery({
  queryKey: postKeys.feed,
  read: async ({ client, cursor, signal }) => {
    const idsBefore = new Set(client.getQueryData<ArrivedPost[]>(arrivalsKey)?.map(({ id }) => id));
    const page = await readPosts(client, cursorOf(cursor), signal);
    // The first page contains all arrivals that were known before the request.
    if (cursor === null) updateArrivals(client, (posts) => posts.filter(({ id }) => !idsBefore.has(id)));
    return page;
  },
  gcTime: cacheMilliseconds,
});

/** Query for the posts of a member. */
export const memberPostsQuery = (memberId: string) =>
  pagedQuery({
    queryKey: postKeys.memberPosts(memberId),
    read: ({ client, cursor, signal }) => readPosts(client, { userId: memberId, ...cursorOf(cursor) }, signal),
    // Frames about another member's posts contain only ids, so a later visit refetches.
    ...staleOnVisit,
    gcTime: cacheMilliseconds,
  });

/** New posts of others that are not in the feed yet, because inserting them would shift the content. */
export const arrivalsQuery = queryOptions({
  queryKey: arrivalsKey,
  queryFn: (): ArrivedPost[] => [],
  initialData: (): ArrivedPost[] => [],
  gcTime: Infinity,
});

/** Query for one post. Starts with the data of a loaded list, then refetches. Null if the post is unavailable. */
export const postQuery = (queryClient: QueryClient, postId: string) =>
  queryOptions({
    queryKey: postKeys.one(postId),
    queryFn: async ({ signal }): Promise<Post | null> => {
      try {
        return mergeKnownState(queryClient, await call(feedCalls.getPost, { params: { id: postId } }, { signal }));
      } catch (error) {
        if (isUnavailableItemError(error)) return null;
        throw error;
      }
    },
    initialData: () => findListedPost(queryClient, postId),
    initialDataUpdatedAt: 0,
    ...staleOnVisit,
  });

/** Attachments of a new post. */
export type PostAttachmentInput = Omit<Partial<PostInput>, 'content'>;

export const createPostMutation = ({
  attachments,
  onShared,
}: {
  attachments: PostAttachmentInput;
  onShared: () => void;
}) =>
  mutationOptions({
    meta: { changes: ['posts'] },
    mutationKey: postKeys.creating,
    mutationFn: ({ content, idempotencyKey }: SentDraft) =>
      call(feedCalls.createPost, { body: { ...attachments, content } }, { idempotencyKey }),
    onSuccess: (post, _sent, _context, { client }) => {
      addOwnPost(client, post);
      onShared();
      showSharedToast(post, 'post', { title: 'Success', description: 'Your post has been shared with the community' });
    },
    onError: (error) => showFailure(error, 'Failed to create post. Please try again.'),
  });
