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

/** Takes a muted member's posts out of the feed, out of what waits above it, and out of what waits for an answer. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  for (const queryKey of [postKeys.feed, postKeys.unanswered])
    queryClient.setQueryData<FeedPages>(queryKey, (list) => without(list, authorId));
  changeArrived(queryClient, (posts) => posts.filter((post) => post.authorId !== authorId));
};

/** Takes everything a blocked member wrote off every screen. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  hideFromFeed(queryClient, authorId);
  queryClient.setQueryData<FeedPages>(postKeys.ofMember(authorId), (posts) => without(posts, authorId));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.everyOne }, (post) =>
    post?.authorId === authorId ? null : post,
  );
  hideCommentsOf(queryClient, authorId);
};

const maxReturnedPages = 5;

/** Posts of one member down to the oldest loaded post. */
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
 * Brings the posts of a member who is not muted any more back into the loaded part of the feed, each in its place. What
 * is newer than the feed waits above it.
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
    // The feed is read again with its next visit, rather than under the reader's eyes.
    void queryClient.invalidateQueries({ queryKey: postKeys.feed, refetchType: 'none' });
  }
};

/** Brings back what an unblocked member wrote: into the feed, and by reading again what stands on single screens. */
export const returnAuthor = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: postKeys.ofMember(authorId) });
  void queryClient.invalidateQueries({ queryKey: postKeys.everyOne });
  refreshComments(queryClient);
  await returnToFeed(queryClient, authorId);
};

/** Shows a member's new name, title or photo on everything of theirs that is loaded; nothing is read again. */
export const changeAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  changeEveryPost(queryClient, (post) => (post.authorId === author.id ? { ...post, author } : post));
  changeCommentAuthor(queryClient, author);
};
