import type { Post } from '@commons/contract/feed';
import type { MemberSummary } from '@commons/contract/members';
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { cursorOf, mapPages } from '../../lib/pages.ts';
import { changeCommentAuthor, hideCommentsOf, refreshComments } from '../contributions/index.ts';
import { coversFeed, withReturned } from './feed-catch-up.ts';
import { readPosts } from './posts.api.ts';
import { changeArrived, type FeedPages, postKeys } from './posts.cache.ts';
import { addArrived, changeEveryPost } from './posts.changes.ts';

const without = (list: FeedPages | undefined, authorId: string): FeedPages | undefined =>
  list && mapPages(list, (posts) => posts.filter((post) => post.authorId !== authorId));

/** Removes a muted member's posts from the feed, the new-posts count and the unanswered list. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  for (const queryKey of [postKeys.feed, postKeys.unanswered])
    queryClient.setQueryData<FeedPages>(queryKey, (list) => without(list, authorId));
  changeArrived(queryClient, (posts) => posts.filter((post) => post.authorId !== authorId));
};

/** Removes a blocked member's content from all loaded data. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  hideFromFeed(queryClient, authorId);
  queryClient.setQueryData<FeedPages>(postKeys.ofMember(authorId), (posts) => without(posts, authorId));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.everyOne }, (post) =>
    post?.authorId === authorId ? null : post,
  );
  hideCommentsOf(queryClient, authorId);
};

const maxReturnedPages = 5;

/** Reads a member's posts down to the oldest loaded post of the feed. */
const readPostsOf = async (queryClient: QueryClient, feed: FeedPages, authorId: string): Promise<Post[]> => {
  const posts: Post[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxReturnedPages; count += 1) {
    const query = { userId: authorId, limit: 100, ...cursorOf(cursor) };
    const page: Page<Post> = await readPosts(queryClient, query);
    posts.push(...page.items);
    cursor = page.next;
    const oldest = posts.at(-1);
    if (cursor === null || (oldest && coversFeed(feed, oldest))) break;
  }
  return posts;
};

/**
 * Puts the posts of an unmuted member back into the loaded part of the feed, in order. Newer posts are
 * counted as new.
 */
export const returnToFeed = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  const before = queryClient.getQueryData<FeedPages>(postKeys.feed);
  if (!before) return;
  try {
    const posts = await readPostsOf(queryClient, before, authorId);
    let arrived: Post[] = [];
    queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => {
      if (!feed) return feed;
      const returned = withReturned(feed, posts);
      arrived = returned.arrived;
      return returned.feed;
    });
    addArrived(queryClient, arrived);
  } catch {
    // Refetch on the next visit rather than now, so that the feed does not shift while it is read.
    void queryClient.invalidateQueries({ queryKey: postKeys.feed, refetchType: 'none' });
  }
};

/** Restores an unblocked member's content: returns posts to the feed, and refetches other data. */
export const returnAuthor = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: postKeys.ofMember(authorId) });
  void queryClient.invalidateQueries({ queryKey: postKeys.everyOne });
  refreshComments(queryClient);
  await returnToFeed(queryClient, authorId);
};

/** Updates a member's name, title and photo in all loaded data, without refetching. */
export const changeAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  changeEveryPost(queryClient, (post) => (post.authorId === author.id ? { ...post, author } : post));
  changeCommentAuthor(queryClient, author);
};
