import type { Post, PostComment } from '@commons/contract/feed';
import type { MemberSummary } from '@commons/contract/members';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { commentKeys, type CommentPages } from './comments.cache.ts';
import { coversFeed, withReturned } from './feed-catch-up.ts';
import type { FeedPages } from './feed-pages.ts';
import { readPosts } from './posts.api.ts';
import { addArrived, changeArrived, changeEveryPost, postKeys } from './posts.cache.ts';

type Written = { authorId: string };

/** A list without what one member wrote; undefined stays undefined. */
const without = <Item extends Written>(list: InfiniteData<Page<Item>, string | null> | undefined, authorId: string) =>
  list && {
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.authorId !== authorId) })),
  };

/** Takes a muted member's posts out of the feed, and out of what waits above it. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => without(feed, authorId));
  changeArrived(queryClient, (posts) => posts.filter((post) => post.authorId !== authorId));
};

const commentPagesIn = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: commentKeys.all })
    .filter(({ queryKey }) => queryKey.at(-1) === 'pages');

/** Takes everything a blocked member wrote off every screen. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  hideFromFeed(queryClient, authorId);
  queryClient.setQueryData<FeedPages>(postKeys.ofMember(authorId), (posts) => without(posts, authorId));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.everyOne }, (post) =>
    post?.authorId === authorId ? null : post,
  );
  for (const { queryKey } of commentPagesIn(queryClient))
    queryClient.setQueryData<CommentPages>(queryKey, (pages) => without(pages, authorId));
};

const maxReturnedPages = 5;

/** Posts of one member down to the oldest loaded post. */
const readPostsOf = async (feed: FeedPages, authorId: string): Promise<Post[]> => {
  const posts: Post[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxReturnedPages; count += 1) {
    const query = { userId: authorId, limit: 100, ...(cursor === null ? {} : { cursor }) };
    const page: Page<Post> = await readPosts(query);
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
    const posts = await readPostsOf(before, authorId);
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
  for (const { queryKey } of commentPagesIn(queryClient)) void queryClient.invalidateQueries({ queryKey });
  await returnToFeed(queryClient, authorId);
};

/** Shows a member's new name, title or photo on everything of theirs that is loaded; nothing is read again. */
export const changeAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  changeEveryPost(queryClient, (post) => (post.authorId === author.id ? { ...post, author } : post));
  const renamed = (comment: PostComment) => (comment.authorId === author.id ? { ...comment, author } : comment);
  for (const { queryKey } of commentPagesIn(queryClient))
    queryClient.setQueryData<CommentPages>(
      queryKey,
      (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(renamed) })) },
    );
  queryClient.setQueriesData<PostComment[]>(
    { queryKey: commentKeys.all, predicate: ({ queryKey }) => queryKey.at(-1) === 'own' },
    (own) => own?.map(renamed),
  );
};
