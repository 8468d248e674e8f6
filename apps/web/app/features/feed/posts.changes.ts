import type { Post, PostCounts } from '@commons/contract/feed';
import type { QueryClient } from '@tanstack/react-query';
import { mapPages } from '../../lib/pages.ts';
import { forgetComments, hearFigures, withFigures } from '../contributions/index.ts';
import {
  type Arrived,
  changeArrived,
  changeLists,
  changePost,
  type FeedPages,
  findListedPost,
  postKeys,
} from './posts.cache.ts';

// Apart from what the cards and the composer need: this comes with the handlers of live frames.

export const withoutPost = (feed: FeedPages, postId: string): FeedPages =>
  mapPages(feed, (items) => items.filter(({ id }) => id !== postId));

/** A post as any screen's data has it. */
export const findLoadedPost = (queryClient: QueryClient, postId: string): Post | undefined =>
  findListedPost(queryClient, postId) ?? queryClient.getQueryData<Post | null>(postKeys.one(postId)) ?? undefined;

export const isPostLoaded = (queryClient: QueryClient, postId: string): boolean =>
  findLoadedPost(queryClient, postId) !== undefined;

/** Changes what is loaded, post by post. */
export const changeEveryPost = (queryClient: QueryClient, change: (post: Post) => Post): void => {
  changeLists(queryClient, (list) => mapPages(list, (items) => items.map(change)));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.everyOne }, (post) => post && change(post));
};

/** Figures that a frame brings. */
export const takeCounts = (queryClient: QueryClient, postId: string, counts: PostCounts): void => {
  hearFigures(queryClient, postId, counts);
  changePost(queryClient, postId, (post) => withFigures(post, counts));
};

/** Takes a post away wherever it is shown; its own screen then says that it is gone. */
export const removePost = (queryClient: QueryClient, postId: string): void => {
  changeLists(queryClient, (list) => withoutPost(list, postId));
  changeArrived(queryClient, (posts) => posts.filter(({ id }) => id !== postId));
  queryClient.setQueryData<Post | null>(postKeys.one(postId), (post) => (post === undefined ? undefined : null));
  forgetComments(queryClient, { kind: 'post', id: postId });
};

/** Counts posts that wait above the feed. */
export const addArrived = (queryClient: QueryClient, posts: readonly Arrived[]): void => {
  changeArrived(queryClient, (known) => {
    const added = posts.filter(({ id }) => !known.some((post) => post.id === id));
    return added.length === 0 ? known : [...added.map(({ id, authorId }) => ({ id, authorId })), ...known];
  });
};
