import type { Post, PostCounts } from '@commons/contract/feed';
import type { QueryClient } from '@tanstack/react-query';
import { mapPages } from '../../lib/pages.ts';
import { forgetComments, storeLiveCounts, mergeCounts } from '../contributions/index.ts';
import {
  type ArrivedPost,
  updateArrivals,
  changeLists,
  changePost,
  type FeedPages,
  findListedPost,
  postKeys,
} from './posts.cache.ts';

// A separate module that loads with the live updates, because cards and composer do not need it.

export const withoutPost = (feed: FeedPages, postId: string): FeedPages =>
  mapPages(feed, (items) => items.filter(({ id }) => id !== postId));

/** Finds a post in all loaded data. */
export const findLoadedPost = (queryClient: QueryClient, postId: string): Post | undefined =>
  findListedPost(queryClient, postId) ?? queryClient.getQueryData<Post | null>(postKeys.one(postId)) ?? undefined;

export const isPostLoaded = (queryClient: QueryClient, postId: string): boolean =>
  findLoadedPost(queryClient, postId) !== undefined;

/** Applies a change to each loaded post. */
export const updateAllPosts = (queryClient: QueryClient, change: (post: Post) => Post): void => {
  changeLists(queryClient, (list) => mapPages(list, (items) => items.map(change)));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.allSingle }, (post) => post && change(post));
};

/** Applies counts from a live frame. */
export const applyCounts = (queryClient: QueryClient, postId: string, counts: PostCounts): void => {
  storeLiveCounts(queryClient, postId, counts);
  changePost(queryClient, postId, (post) => mergeCounts(post, counts));
};

/** Removes a post from all loaded data. Its own screen then shows that the post is no longer available. */
export const removePost = (queryClient: QueryClient, postId: string): void => {
  changeLists(queryClient, (list) => withoutPost(list, postId));
  updateArrivals(queryClient, (posts) => posts.filter(({ id }) => id !== postId));
  queryClient.setQueryData<Post | null>(postKeys.one(postId), (post) => (post === undefined ? undefined : null));
  forgetComments(queryClient, { kind: 'post', id: postId });
};

/** Adds to the count of new posts above the feed. */
export const addArrivals = (queryClient: QueryClient, posts: readonly ArrivedPost[]): void => {
  updateArrivals(queryClient, (arrivals) => {
    const added = posts.filter(({ id }) => !arrivals.some((post) => post.id === id));
    return added.length === 0 ? arrivals : [...added.map(({ id, authorId }) => ({ id, authorId })), ...arrivals];
  });
};
