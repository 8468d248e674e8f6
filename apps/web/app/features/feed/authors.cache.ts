import type { Post } from '@commons/contract/feed';
import type { MemberSummary } from '@commons/contract/members';
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { cursorOf, mapPages } from '../../lib/pages.ts';
import { changeCommentAuthor, hideCommentsOf, refreshComments } from '../contributions/index.ts';
import { coversFeed, withRestored } from './feed-catch-up.ts';
import { readPosts } from './posts.api.ts';
import { addArrivals, type FeedPages, postKeys, updateAllPosts, updateArrivals } from './posts.cache.ts';

const withoutPostsOf = (list: FeedPages | undefined, authorId: string): FeedPages | undefined =>
  list && mapPages(list, (posts) => posts.filter((post) => post.authorId !== authorId));

/** Removes a muted member's posts from the feed, the new-posts count and the unanswered list. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  for (const queryKey of [postKeys.feed, postKeys.unanswered])
    queryClient.setQueryData<FeedPages>(queryKey, (list) => withoutPostsOf(list, authorId));
  updateArrivals(queryClient, (posts) => posts.filter((post) => post.authorId !== authorId));
};

/** Removes a blocked member's content from all loaded data. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  hideFromFeed(queryClient, authorId);
  queryClient.setQueryData<FeedPages>(postKeys.memberPosts(authorId), (posts) => withoutPostsOf(posts, authorId));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.allSingle }, (post) =>
    post?.authorId === authorId ? null : post,
  );
  hideCommentsOf(queryClient, authorId);
};

const maxRestoredPages = 5;

/** Fetches a member's posts, back to the oldest loaded post of the feed. */
const fetchPostsOf = async (queryClient: QueryClient, feed: FeedPages, authorId: string): Promise<Post[]> => {
  const posts: Post[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxRestoredPages; count += 1) {
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
 * Inserts the posts of an unmuted member into the loaded part of the feed, in order. Posts newer than the
 * loaded feed only increase the new-posts count.
 */
export const restoreToFeed = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  const loadedFeed = queryClient.getQueryData<FeedPages>(postKeys.feed);
  if (!loadedFeed) return;
  try {
    const posts = await fetchPostsOf(queryClient, loadedFeed, authorId);
    let arrivals: Post[] = [];
    queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => {
      if (!feed) return feed;
      const restored = withRestored(feed, posts);
      arrivals = restored.arrivals;
      return restored.feed;
    });
    addArrivals(queryClient, arrivals);
  } catch {
    // Refetches on the next visit, so that the feed does not shift while the member reads it.
    void queryClient.invalidateQueries({ queryKey: postKeys.feed, refetchType: 'none' });
  }
};

/** Restores an unblocked member's content: inserts posts into the feed, and refetches other data. */
export const restoreAuthor = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: postKeys.memberPosts(authorId) });
  void queryClient.invalidateQueries({ queryKey: postKeys.allSingle });
  refreshComments(queryClient);
  await restoreToFeed(queryClient, authorId);
};

/** Updates a member's name, title and photo in all loaded data, without refetching. */
export const updateAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  updateAllPosts(queryClient, (post) => (post.authorId === author.id ? { ...post, author } : post));
  changeCommentAuthor(queryClient, author);
};
